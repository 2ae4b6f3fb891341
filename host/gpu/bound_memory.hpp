// Which memory a slot of a shader has: for back ends.
#pragma once

#include <cstdint>
#include <span>

#include "gpu/stream.hpp"

namespace glueball::gpu {

/// A field that a kernel updates may be read as texels, from the slot so far behind its own
/// (FIELD_UPDATE in shaders/lib/field.glsl). Callers bind it once.
constexpr std::uint32_t kTexelsBeside = 16;

/// Of a slot that a shader has; null where nothing is bound.
inline Memory* bound_memory(std::span<const Binding> bindings, const SpirvBinding& of) {
  const bool beside = of.kind == ResourceKind::texel_buffer && of.slot >= kTexelsBeside;
  const std::uint32_t slot = beside ? of.slot - kTexelsBeside : of.slot;
  return slot < bindings.size() ? bindings[slot].memory : nullptr;
}

}  // namespace glueball::gpu
