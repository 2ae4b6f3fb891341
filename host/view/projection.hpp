// The projection of a box by a scene's camera, as arguments of the picture's kernel.
#pragma once

#include <array>

#include "kernels/arguments.hpp"
#include "view/scene.hpp"

namespace glueball::view {

/// Returns the projection of a box of `extents` lattice spacings whose grid has `finer` steps in each.
/// `range` is the field value of the last colour.
args::MarchArgs projection(const Scene& scene, const std::array<int, 3>& extents, int finer, double range,
                           int width, int height);

}  // namespace glueball::view
