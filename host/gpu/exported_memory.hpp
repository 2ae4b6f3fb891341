// Device memory that one API allocates for another one to use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "gpu/info.hpp"

namespace glueball::gpu {

/// An allocation, held by a file descriptor. Who imports the memory takes over the descriptor; one that
/// nobody takes over is closed, which frees the memory.
class ExportedMemory {
 public:
  ExportedMemory(int descriptor, std::uint64_t bytes) : descriptor_(descriptor), bytes_(bytes) {}
  ExportedMemory(ExportedMemory&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)), bytes_(other.bytes_) {}
  ExportedMemory& operator=(ExportedMemory&&) = delete;
  ~ExportedMemory();

  int descriptor() const { return descriptor_; }
  /// Of the whole allocation: what was asked for or more.
  std::uint64_t bytes() const { return bytes_; }
  /// Another owner has the descriptor now.
  void release() { descriptor_ = -1; }

 private:
  int descriptor_;
  std::uint64_t bytes_;
};

/// Allocates on one device.
class MemoryExporter {
 public:
  virtual ~MemoryExporter() = default;
  /// Room for one buffer, or nothing when the device has no more.
  virtual std::optional<ExportedMemory> allocate(std::size_t bytes) noexcept = 0;
};

/// The exporter for the device and driver of these UUIDs; null where no API can export from it. There is
/// one for each device, made when it is first asked for and kept until the process ends: its end would also
/// end the EGL displays of other devices (DRIVERS.md).
MemoryExporter* memory_exporter(const Uuid& device, const Uuid& driver);

namespace vulkan {
std::unique_ptr<MemoryExporter> make_exporter(const Uuid& device, const Uuid& driver);
}  // namespace vulkan

}  // namespace glueball::gpu
