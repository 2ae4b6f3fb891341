// The clover term of improved Wilson quarks on the CPU, in double precision.
#pragma once

#include "lattice/chiral_block.hpp"
#include "lattice/configuration.hpp"

namespace glueball::reference {

/// Coefficients of the planes without and with t. Both are c_sw, except on anisotropic lattices.
struct CloverCoefficients {
  double spatial, temporal;
  CloverCoefficients(double csw) : spatial(csw), temporal(csw) {}  // NOLINT: one number is the usual case
  CloverCoefficients(double spatial_planes, double temporal_planes)
      : spatial(spatial_planes), temporal(temporal_planes) {}
};

/// Returns T(x) = 1 - kappa sum_{mu<nu} c_mu_nu sigma_mu_nu F_mu_nu(x) on the sites of one parity, with
/// sigma_mu_nu = i/2 [gamma_mu, gamma_nu] and the hermitian clover F = (Q - Q^+) / 8i with its trace. M = T -
/// kappa H is 2 kappa times Sheikholeslami's and Wohlert's D + m - (c_sw / 4) sigma_mu_nu F_mu_nu (Nucl.
/// Phys. B259 (1985) 572; sum over all mu and nu). T is hermitian and commutes with gamma5. Boundary phases
/// cancel in it.
ParityChiralField clover_term(const Configuration& u, Parity parity, double kappa,
                              const CloverCoefficients& c);

/// Adds the twisted mass: t += i mubar gamma5.
void add_twist(double mubar, ParityChiralField& t);

}  // namespace glueball::reference
