// The update of links in molecular dynamics, in double precision on the CPU.
#pragma once

#include "lattice/configuration.hpp"
#include "lattice/momenta.hpp"

namespace glueball::reference {

/// Returns exp(i eps P), unitary to rounding, by scaling, Taylor series and squaring.
Matrix3 exponential(const AlgebraVector& p, double eps);

/// U <- exp(i eps P) U on every link; with `reunitarize` the result is projected by Gram-Schmidt. Throws
/// Error(bad_value) if the lattices differ.
void update_links(Configuration& u, const Momenta& p, double eps, bool reunitarize = false);

}  // namespace glueball::reference
