// How a scene's camera sees a box: what the kernel of the picture is told.
#pragma once

#include <array>

#include "kernels/arguments.hpp"
#include "view/scene.hpp"

namespace glueball::view {

/// For a box of `extents` lattice spacings whose grid has `finer` steps in each; `range` is the field that
/// has the last colour.
args::MarchArgs projection(const Scene& scene, const std::array<int, 3>& extents, int finer, double range,
                           int width, int height);

}  // namespace glueball::view
