// Kernels that move ghosts: words of a field into a message, and of a message into a field.
#pragma once

#include "kernels/points.hpp"

namespace glueball::kernels {

// shaders/lib/halo.glsl: an invocation for each word that the field has in the region, or with kBySite for
// all of a site and plane.
inline constexpr std::uint32_t kBySite = 1;

/// Field, message.
using Pack = PointKernel<"halo/pack", args::HaloArgs, In<BoundMemory>, Out<BoundMemory>>;
/// Message, field.
using Unpack = PointKernel<"halo/unpack", args::HaloArgs, In<BoundMemory>, InOut<BoundMemory>>;

}  // namespace glueball::kernels
