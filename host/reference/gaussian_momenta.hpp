// Gaussian momenta in double precision on the CPU.
#pragma once

#include <cstdint>

#include "lattice/momenta.hpp"

namespace glueball::reference {

/// Fills p with gaussian numbers of unit variance, a function of seed, step, site and direction alone.
void gaussian_momenta(Momenta& p, std::uint64_t seed, std::uint32_t step);

}  // namespace glueball::reference
