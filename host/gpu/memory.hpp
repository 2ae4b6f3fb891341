// Memory on a device.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "gpu/info.hpp"

namespace glueball::gpu {

/// Formats of texel buffers: single precision, the bits of doubles (two texels for four numbers), 16-bit
/// integers, the bits of 16-bit floats in pairs.
enum class TexelFormat { none, rgba32f, rgba32ui, rgba16i, rg32i };
constexpr std::size_t texel_bytes(TexelFormat format) {
  return format == TexelFormat::rgba16i || format == TexelFormat::rg32i ? 8 : 16;
}

/// Size and kind of an allocation.
struct MemoryShape {
  std::size_t bytes = 0;
  /// Nonzero for a stack of RGBA32F images (Storage::image): the planes of a field, one a layer.
  std::uint32_t width = 0, height = 0, layers = 0;
  /// The texel-buffer view besides the storage buffer (Storage::texel).
  TexelFormat texels = TexelFormat::none;
  /// The buffer holds group counts for indirect dispatches.
  bool indirect = false;

  bool is_image() const { return layers != 0; }
};

/// The allocated bytes, and their largest number so far.
struct ByteCount {
  std::size_t now = 0, peak = 0;

  void add(std::size_t bytes) { peak = std::max(peak, now += bytes); }
  void take(std::size_t bytes) { now -= bytes; }
};

/// A buffer or a stack of images. Device::allocate makes it, and the last owner frees it, after work that
/// still uses it. The device must outlive it.
class Memory {
 public:
  explicit Memory(const MemoryShape& shape) : shape_(shape), id_(next_id()) {}
  virtual ~Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  const MemoryShape& shape() const { return shape_; }
  std::size_t bytes() const { return shape_.bytes; }
  /// Returns true if another API (gpu/exported_memory.hpp) or the host (Device::import_host) allocated it.
  virtual bool imported() const { return false; }
  /// Returns an id that is unique in the process and never reused.
  std::uint64_t id() const { return id_; }

 private:
  static std::uint64_t next_id() {
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
  }
  MemoryShape shape_;
  std::uint64_t id_;
};

}  // namespace glueball::gpu
