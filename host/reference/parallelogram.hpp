// Parallelograms, loops of six links around a cube, in double precision on the CPU.
#pragma once

#include "lattice/configuration.hpp"
#include "lattice/plaquettes.hpp"

namespace glueball::reference {

/// Returns averages of Re Tr / 3 over the loops mu nu rho -mu -nu -rho, the third kind of six links (M.
/// Luescher and P. Weisz, Commun. Math. Phys. 97 (1985) 59, figure 1). A cube has one for each of its four
/// diagonals.
Parallelograms parallelogram(const Configuration& u);

}  // namespace glueball::reference
