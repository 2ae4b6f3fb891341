// Kernels that move ghosts: words of a field into a message, and of a message into a field.
#pragma once

#include "kernels/points.hpp"

namespace glueball::kernels {

/// An invocation for each site of the region and plane of the field (shaders/lib/halo.glsl). Field, message.
using Pack = PointKernel<"halo/pack", args::HaloArgs, In<BoundMemory>, Out<BoundMemory>>;
/// Message, field.
using Unpack = PointKernel<"halo/unpack", args::HaloArgs, In<BoundMemory>, InOut<BoundMemory>>;

}  // namespace glueball::kernels
