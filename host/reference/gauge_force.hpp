// The molecular-dynamics force of Wilson's gauge action, in double precision on the CPU.
#pragma once

#include "lattice/configuration.hpp"
#include "lattice/momenta.hpp"

namespace glueball::reference {

/// The sum V of the six staples of U_mu(s): Re Tr(U V) is the sum of Re Tr P over the plaquettes with that
/// link.
Matrix3 staple_sum(const Configuration& u, const Site& s, int mu);

/// p += eps * force, force_a = -dS/domega_a = -(beta/3) Im Tr(T_a U V) for U -> exp(i omega_a T_a) U.
/// Throws Error(usage) when the lattices differ.
void gauge_force(const Configuration& u, double beta, double eps, Momenta& p);

}  // namespace glueball::reference
