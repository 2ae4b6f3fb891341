// Stout links in double precision on the CPU.
#pragma once

#include "lattice/configuration.hpp"

namespace glueball::cpu {

/// Returns exp(i q) U for all links, where i q is the traceless anti-hermitian part of rho C U^+ and C is the
/// sum of the staples (C. Morningstar and M. Peardon, hep-lat/0311018). With 3 dimensions only links and
/// staples in space take part.
Configuration stout_links(const Configuration& u, double rho, int dimensions);

}  // namespace glueball::cpu
