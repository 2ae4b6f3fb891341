// Polyakov loops in double precision on the CPU.
#pragma once

#include <vector>

#include "lattice/configuration.hpp"

namespace glueball::reference {

/// Returns the products U_mu(x) U_mu(x + mu) ... around the lattice from every site with coordinate mu equal
/// to 0, in lexicographic order of the other three coordinates with the lowest fastest.
std::vector<Matrix3> polyakov_field(const Configuration& u, int mu = 3);

/// Returns the average of Tr / 3 of the loops in direction mu; for mu = 3 this is the Polyakov loop.
Complex polyakov(const Configuration& u, int mu = 3);

}  // namespace glueball::reference
