// Links with a topological charge that is known.
#pragma once

#include "lattice/configuration.hpp"

namespace glueball::test {

/// Two colours with opposite fluxes of 2 pi n through the planes of x and y and 2 pi m through those of z and
/// t, evenly spread: a charge of 2 n m in size.
Configuration fluxes(const Geometry& geometry, int n, int m);

}  // namespace glueball::test
