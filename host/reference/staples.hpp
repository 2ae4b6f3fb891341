// Staples of gauge actions with plaquettes and rectangles, in double precision on the CPU.
#pragma once

#include "lattice/configuration.hpp"
#include "lattice/gauge_couplings.hpp"

namespace glueball::reference {

/// Returns the sum V of the six plaquette staples of U_mu(s): Re Tr(U V) is the sum of Re Tr P over the
/// plaquettes with that link.
Matrix3 staple_sum(const Configuration& u, const Site& s, int mu);

/// The same for the eighteen 2 x 1 rectangles with that link.
Matrix3 rectangle_staple_sum(const Configuration& u, const Site& s, int mu);

/// Returns c0 times the plaquette staples plus c1 times the rectangle staples.
Matrix3 action_staples(const Configuration& u, const GaugeCouplings& couplings, const Site& s, int mu);

}  // namespace glueball::reference
