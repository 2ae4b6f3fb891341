// Planar Wilson loops in double precision on the CPU.
#pragma once

#include <vector>

#include "lattice/configuration.hpp"
#include "lattice/wilson_loops.hpp"

namespace glueball::reference {

/// Computes each loop as the product of its links, one after the other.
WilsonLoops wilson_loops(const Configuration& u, int max_r, int max_t);

}  // namespace glueball::reference
