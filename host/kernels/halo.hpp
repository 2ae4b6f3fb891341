// Kernels of halo exchange: they copy words of a field into messages, and of messages into a field.
#pragma once

#include "kernels/points.hpp"

namespace glueball::kernels {

// One thread copies what a plane holds of a site of one of both regions (shaders/lib/halo.glsl).

/// Returns the flags of both kernels, which contain the number of words.
inline std::uint32_t words_flags(const DeviceLattice& lattice, std::uint32_t words) {
  constexpr std::uint32_t kTexels = 16;
  return words | (lattice.device().info().api == gpu::Api::vulkan ? kTexels : 0);
}

/// Fields: the field, the messages to the backward and the forward neighbour.
using Pack = PointKernel<"halo/pack", args::HaloArgs, In<BoundMemory>, Out<BoundMemory>, Out<BoundMemory>>;
/// Fields: the messages from the backward and the forward neighbour, the field.
using Unpack =
    PointKernel<"halo/unpack", args::HaloArgs, In<BoundMemory>, In<BoundMemory>, InOut<BoundMemory>>;

}  // namespace glueball::kernels
