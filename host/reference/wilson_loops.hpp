// Parallelograms, Wilson lines and loops, Polyakov loops in double precision on the CPU.
#pragma once

#include <map>
#include <vector>

#include "lattice/configuration.hpp"
#include "lattice/plaquettes.hpp"
#include "lattice/wilson_loops.hpp"

namespace glueball::reference {

/// Computes each loop as the product of its links, one after the other.
WilsonLoops wilson_loops(const Configuration& u, int max_r, int max_t);

/// Returns the mean of Re Tr W(x) W(y)^+ / 3 over all pairs of sites in each time slice, by squared distance
/// in space. W is the product of `length` links in time from a site on.
std::map<int, double> wilson_lines(const Configuration& u, int length);

/// Returns the products U_mu(x) U_mu(x + mu) ... around the lattice from every site with coordinate mu equal
/// to 0, in lexicographic order of the other three coordinates with the lowest fastest.
std::vector<Matrix3> polyakov_field(const Configuration& u, int mu = 3);

/// Returns the average of Tr / 3 of the loops in direction mu; for mu = 3 this is the Polyakov loop.
Complex polyakov(const Configuration& u, int mu = 3);

/// Returns averages of Re Tr / 3 over the loops mu nu rho -mu -nu -rho, the third kind of six links (M.
/// Luescher and P. Weisz, Commun. Math. Phys. 97 (1985) 59, figure 1). A cube has one for each of its four
/// diagonals.
Parallelograms parallelogram(const Configuration& u);

}  // namespace glueball::reference
