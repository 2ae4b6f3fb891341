// The gluon propagator of a configuration in Landau or Coulomb gauge.
#pragma once

#include <vector>

#include "lattice/configuration.hpp"
#include "lattice/gauge_condition.hpp"

namespace glueball {

/// D(p) = sum over mu and a of |A^a_mu(p)|^2 / (8 n V), A_mu(p) = sum over x of exp(-i p.(x + mu/2)) A_mu(x),
/// A_mu = (U_mu - U_mu^+) / 2i without trace, A = A^a lambda_a / 2, in lattice units and without any factor
/// of the coupling; n = 3 transverse directions and one more at p = 0. In Coulomb gauge it is the equal-time
/// propagator of the spatial components, V a time slice's volume, n one less, averaged over times. Momenta
/// with one p^2 = sum (2 sin(p_mu / 2))^2 are averaged.
struct PropagatorBin {
  double p = 0;  ///< |2 sin(p_mu / 2)|
  double d = 0;
  int momenta = 0;
};

/// Which momenta count.
struct MomentumCut {
  /// Distance from the lattice's diagonal, in units of 2 pi / (largest extent); negative: any.
  double cylinder = 1;
  /// Angle to the diagonal, in degrees; at 90 any.
  double cone = 90;
};

/// Sorted by p.
std::vector<PropagatorBin> gluon_propagator(const Configuration& u, Gauge gauge, const MomentumCut& cut);

}  // namespace glueball
