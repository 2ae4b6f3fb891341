// The density of the plaquette action in double precision on the CPU.
#pragma once

#include <array>
#include <vector>

#include "lattice/configuration.hpp"

namespace glueball::reference {

/// Returns {spatial, temporal} at every lexicographic site: the sums of 1 - Re Tr P / 3 over the three
/// plaquettes of each kind that start there. The sum over the lattice is 3 V (1 - average) of
/// reference::plaquette.
std::vector<std::array<double, 2>> plaquette_density(const Configuration& u);

}  // namespace glueball::reference
