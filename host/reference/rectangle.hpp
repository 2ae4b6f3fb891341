// The 2 x 1 rectangles in double precision on the CPU.
#pragma once

#include "lattice/configuration.hpp"
#include "lattice/plaquettes.hpp"

namespace glueball::reference {

/// Returns Re Tr of the rectangle at s, two links long in mu and one in nu.
double rectangle_trace(const Configuration& u, const Site& s, int mu, int nu);

Rectangles rectangle(const Configuration& u);

}  // namespace glueball::reference
