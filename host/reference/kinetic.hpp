// The kinetic energy of the momenta, in double precision on the CPU.
#pragma once

#include "lattice/momenta.hpp"

namespace glueball::reference {

/// sum over links and a of p_a^2 / 2; the same bits on any number of threads.
double kinetic(const Momenta& p);

}  // namespace glueball::reference
