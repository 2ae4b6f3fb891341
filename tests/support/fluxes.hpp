// Links with a topological charge that is known.
#pragma once

#include "lattice/configuration.hpp"

namespace glueball::test {

/// Returns links with opposite fluxes of two colours: 2 pi n through the planes of x and y and 2 pi m through
/// those of z and t, evenly spread. The charge is 2 n m in size.
Configuration fluxes(const Geometry& geometry, int n, int m);

}  // namespace glueball::test
