// Device memory that one API allocates for another one to use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "gpu/info.hpp"

namespace glueball::gpu {

/// An allocation that a file descriptor refers to. An importer takes over the descriptor. Otherwise it is
/// closed, which frees the memory.
class ExportedMemory {
 public:
  ExportedMemory(int descriptor, std::uint64_t bytes) : descriptor_(descriptor), bytes_(bytes) {}
  ExportedMemory(ExportedMemory&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)), bytes_(other.bytes_) {}
  ExportedMemory& operator=(ExportedMemory&&) = delete;
  ~ExportedMemory();

  int descriptor() const { return descriptor_; }
  /// Returns the bytes of the whole allocation, which may exceed those asked for.
  std::uint64_t bytes() const { return bytes_; }
  /// Leaves the descriptor to another owner.
  void release() { descriptor_ = -1; }

 private:
  int descriptor_;
  std::uint64_t bytes_;
};

/// Allocates exported memory on one device.
class MemoryExporter {
 public:
  virtual ~MemoryExporter() = default;
  /// Allocates memory for one buffer; returns nothing if the device has no more.
  virtual std::optional<ExportedMemory> allocate(std::size_t bytes) noexcept = 0;
};

/// Returns the exporter for the device and driver of these UUIDs; null if no API can export from it. Each
/// device has one, made at the first call and kept until the process ends. Its end would also end the EGL
/// displays of other devices (docs/drivers.md).
MemoryExporter* memory_exporter(const Uuid& device, const Uuid& driver);

namespace vulkan {
std::unique_ptr<MemoryExporter> make_exporter(const Uuid& device, const Uuid& driver);
}  // namespace vulkan

}  // namespace glueball::gpu
