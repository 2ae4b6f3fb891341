// The kinetic energy of momenta in double precision on the CPU.
#pragma once

#include "lattice/momenta.hpp"

namespace glueball::reference {

/// Returns the sum over links and a of p_a^2 / 2, with the same bits for any number of threads.
double kinetic(const Momenta& p);

}  // namespace glueball::reference
