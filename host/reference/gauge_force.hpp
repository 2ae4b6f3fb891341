// The molecular-dynamics force of gauge actions, in double precision on the CPU.
#pragma once

#include "lattice/momenta.hpp"
#include "reference/staples.hpp"

namespace glueball::reference {

/// p += eps * force with force_a = -dS/domega_a = -(beta/3) Im Tr(T_a U V) for U -> exp(i omega_a T_a) U,
/// where V is the action's staples. Throws Error(bad_value) if the lattices differ.
void gauge_force(const Configuration& u, const GaugeCouplings& couplings, double eps, Momenta& p);

/// The same for Wilson's action.
inline void gauge_force(const Configuration& u, double beta, double eps, Momenta& p) {
  gauge_force(u, GaugeCouplings{.beta = beta}, eps, p);
}

}  // namespace glueball::reference
