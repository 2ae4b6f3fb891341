// Copies between the host and a device's memory.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "gpu/gl/memory.hpp"
#include "gpu/gl/ring.hpp"

namespace glueball::gpu::opengl {

/// Goes through mapped rings, so that an upload never waits for work that still uses its target and the
/// driver never moves a field into host memory. Images are copied whole, layer by layer, rows tightly packed.
class Transfer {
 public:
  /// In order with the work recorded before; `data` may be reused at once.
  void upload(const GlMemory& target, std::span<const std::byte> data);
  /// Waits for the work recorded before.
  void download(const GlMemory& source, std::span<std::byte> data);
  /// Of the rings, so far as they are made.
  std::size_t bytes() const { return (up_ ? up_->bytes() : 0) + (down_ ? down_->bytes() : 0); }

 private:
  std::optional<Ring> up_, down_;  // made at first use
};

}  // namespace glueball::gpu::opengl
