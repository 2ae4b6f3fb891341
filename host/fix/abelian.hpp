// Abelian links and monopoles of a configuration in maximally Abelian gauge.
#pragma once

#include <array>
#include <vector>

#include "lattice/configuration.hpp"

namespace glueball {

/// Returns the angles of the Abelian links u_a = exp(i theta_a), in the order of the configuration's links.
/// Their sum is 0: theta_a = arg U_aa - (sum of arg U_bb, between -pi and pi) / 3. Stack, Tucker and Wensley,
/// Nucl. Phys. B 639 (2002) 203, distribute the excess this way.
std::vector<std::array<double, 3>> abelian_angles(const Configuration& u);

/// Returns the Abelian links as diagonal matrices.
Configuration abelian_links(const Configuration& u);

/// Magnetic currents of DeGrand and Toussaint, Phys. Rev. D 22 (1980) 2478: k_mu = (1 / 4 pi)
/// eps_mu,nu,rho,sigma d_nu of the plaquette angles modulo 2 pi. There are three colours, whose sum is 0.
struct Monopoles {
  double density = 0;             ///< mean of |k_mu^a| over dual links and colours
  double density_spatial = 0;     ///< the mean for k_t alone: monopoles in space
  double largest_divergence = 0;  ///< largest divergence of the currents; conserved currents have 0
};
Monopoles monopoles(const Configuration& u);

}  // namespace glueball
