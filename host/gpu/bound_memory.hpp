// Finds the memory for a slot of a shader, for back ends.
#pragma once

#include <cstdint>
#include <span>

#include "gpu/stream.hpp"

namespace glueball::gpu {

/// Distance between a field's slot and the slot from which a kernel that updates the field may read it as
/// texels (FIELD_UPDATE in shaders/lib/field.glsl). Callers bind the field once.
constexpr std::uint32_t kTexelsBeside = 16;

/// Returns the memory for a slot of a shader; null if nothing is bound.
inline Memory* bound_memory(std::span<const Binding> bindings, const spirv::ModuleBinding& of) {
  const bool beside = of.kind == ResourceKind::texel_buffer && of.slot >= kTexelsBeside;
  const std::uint32_t slot = beside ? of.slot - kTexelsBeside : of.slot;
  return slot < bindings.size() ? bindings[slot].memory : nullptr;
}

}  // namespace glueball::gpu
