// The clover term of improved Wilson quarks on the CPU, in double precision.
#pragma once

#include "lattice/chiral_block.hpp"
#include "lattice/configuration.hpp"

namespace glueball::reference {

/// Coefficients of the planes without and with t; equal, c_sw, but on anisotropic lattices.
struct CloverCoefficients {
  double spatial, temporal;
  CloverCoefficients(double csw) : spatial(csw), temporal(csw) {}  // NOLINT: one number is the usual case
  CloverCoefficients(double spatial_planes, double temporal_planes)
      : spatial(spatial_planes), temporal(temporal_planes) {}
};

/// T(x) = 1 - kappa sum_{mu<nu} c_mu_nu sigma_mu_nu F_mu_nu(x) on the sites of one parity; sigma_mu_nu = i/2
/// [gamma_mu, gamma_nu], F = (Q - Q^+) / 8i the hermitian clover with its trace. M = T - kappa H is 2 kappa
/// times Sheikholeslami's and Wohlert's D + m - (c_sw / 4) sigma_mu_nu F_mu_nu (Nucl. Phys. B259 (1985) 572;
/// sum over all mu and nu). T is hermitian and commutes with gamma5. Boundary phases cancel in it.
ParityChiralField clover_term(const Configuration& u, Parity parity, double kappa,
                              const CloverCoefficients& c);

/// t += i mubar gamma5: the twisted mass.
void add_twist(double mubar, ParityChiralField& t);

}  // namespace glueball::reference
