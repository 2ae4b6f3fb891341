// Staples and forces of gauge actions, and the update of links in molecular dynamics, in double precision on
// the CPU.
#pragma once

#include "cpu/algebra.hpp"
#include "lattice/configuration.hpp"
#include "lattice/gauge_couplings.hpp"
#include "lattice/momenta.hpp"

namespace glueball::reference {

/// p += eps * force with force_a = -dS/domega_a = -(beta/3) Im Tr(T_a U V) for U -> exp(i omega_a T_a) U,
/// where V is the action's staples. Throws Error(bad_value) if the lattices differ.
void gauge_force(const Configuration& u, const GaugeCouplings& couplings, double eps, Momenta& p);

/// The same for Wilson's action.
inline void gauge_force(const Configuration& u, double beta, double eps, Momenta& p) {
  gauge_force(u, GaugeCouplings{.beta = beta}, eps, p);
}

/// Returns the sum V of the six plaquette staples of U_mu(s): Re Tr(U V) is the sum of Re Tr P over the
/// plaquettes with that link.
Matrix3 staple_sum(const Configuration& u, const Site& s, int mu);

/// The same for the eighteen 2 x 1 rectangles with that link.
Matrix3 rectangle_staple_sum(const Configuration& u, const Site& s, int mu);

/// Returns c0 times the plaquette staples plus c1 times the rectangle staples.
Matrix3 action_staples(const Configuration& u, const GaugeCouplings& couplings, const Site& s, int mu);

using cpu::exponential;

/// U <- exp(i eps P) U on every link; with `reunitarize` the result is projected by Gram-Schmidt. Throws
/// Error(bad_value) if the lattices differ.
void update_links(Configuration& u, const Momenta& p, double eps, bool reunitarize = false);

}  // namespace glueball::reference
