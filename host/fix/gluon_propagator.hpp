// The gluon propagator of a configuration in Landau or Coulomb gauge.
#pragma once

#include <vector>

#include "lattice/configuration.hpp"
#include "lattice/gauge_condition.hpp"

namespace glueball {

/// D(p) = sum over mu and a of |A^a_mu(p)|^2 / (8 n V) in lattice units, without any factor of the coupling.
/// A_mu(p) = sum over x of exp(-i p.(x + mu/2)) A_mu(x), where A_mu = A^a lambda_a / 2 is the traceless part
/// of (U_mu - U_mu^+) / 2i. In Landau gauge n = 3 transverse directions, and 4 at p = 0. In Coulomb gauge
/// this is the equal-time propagator of the spatial components, averaged over times; V is a time slice's
/// volume and n is one less. Momenta with the same p^2 = sum (2 sin(p_mu / 2))^2 are averaged.
struct PropagatorBin {
  double p = 0;  ///< |2 sin(p_mu / 2)|
  double d = 0;
  int momenta = 0;
};

/// Cuts that select momenta.
struct MomentumCut {
  /// Largest distance from the lattice's diagonal, in units of 2 pi / (largest extent); negative: no cut.
  double cylinder = 1;
  /// Largest angle to the diagonal in degrees; 90: no cut.
  double cone = 90;
};

/// Returns the bins in ascending order of p.
std::vector<PropagatorBin> gluon_propagator(const Configuration& u, Gauge gauge, const MomentumCut& cut);

}  // namespace glueball
