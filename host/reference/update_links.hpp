// The drift of molecular dynamics: links move along their momenta, in double precision on the CPU.
#pragma once

#include "lattice/configuration.hpp"
#include "lattice/momenta.hpp"

namespace glueball::reference {

/// exp(i eps P), unitary to rounding, by scaling, Taylor series and squaring.
Matrix3 exponential(const AlgebraVector& p, double eps);

/// U <- exp(i eps P) U on every link; with `reunitarize` the result is projected back by Gram-Schmidt.
/// Throws Error(bad_value) when the lattices differ.
void update_links(Configuration& u, const Momenta& p, double eps, bool reunitarize = false);

}  // namespace glueball::reference
