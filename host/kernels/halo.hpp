// Kernels that move ghosts: words of a field into messages, and of messages into a field.
#pragma once

#include "kernels/points.hpp"

namespace glueball::kernels {

// shaders/lib/halo.glsl: an invocation for what each plane has of each site of both regions.

/// The flags of both: how many words that is.
inline std::uint32_t words_flags(const DeviceLattice& lattice, std::uint32_t words) {
  constexpr std::uint32_t kTexels = 16;
  return words | (lattice.device().info().api == gpu::Api::vulkan ? kTexels : 0);
}

/// Field, the messages to the neighbours one back and one further.
using Pack = PointKernel<"halo/pack", args::HaloArgs, In<BoundMemory>, Out<BoundMemory>, Out<BoundMemory>>;
/// The messages of the neighbours one back and one further, field.
using Unpack =
    PointKernel<"halo/unpack", args::HaloArgs, In<BoundMemory>, In<BoundMemory>, InOut<BoundMemory>>;

}  // namespace glueball::kernels
