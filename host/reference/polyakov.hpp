// Polyakov loops in double precision on the CPU.
#pragma once

#include <vector>

#include "lattice/configuration.hpp"

namespace glueball::reference {

/// The products U_mu(x) U_mu(x + mu) ... around the lattice, from every site with coordinate mu equal to 0;
/// in lexicographic order of the other three coordinates, the lowest of them fastest.
std::vector<Matrix3> polyakov_field(const Configuration& u, int mu = 3);

/// Tr / 3 of the loops of direction mu, averaged; for mu = 3 the Polyakov loop.
Complex polyakov(const Configuration& u, int mu = 3);

}  // namespace glueball::reference
