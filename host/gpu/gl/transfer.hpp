// Copies between the host and a device's memory.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "gpu/gl/memory.hpp"
#include "gpu/gl/ring.hpp"

namespace glueball::gpu::opengl {

/// Copies through mapped rings. An upload never waits for work that still uses its target, and the driver
/// never moves a field into host memory. Images are copied whole, layer by layer, rows tightly packed.
class Transfer {
 public:
  /// Copies in order with the work recorded before; `data` may be reused at once.
  void upload(const GlMemory& target, std::span<const std::byte> data);
  /// Waits for the work recorded before.
  void download(const GlMemory& source, std::span<std::byte> data);
  /// Returns the bytes of the rings made so far.
  std::size_t bytes() const { return (up_ ? up_->bytes() : 0) + (down_ ? down_->bytes() : 0); }

 private:
  std::optional<Ring> up_, down_;  // made at first use
};

}  // namespace glueball::gpu::opengl
