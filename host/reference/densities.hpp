// Densities at a site and correlators along lines, of plaquettes and field strengths, in double precision on
// the CPU.
#pragma once

#include <array>
#include <vector>

#include "lattice/action_density.hpp"
#include "lattice/configuration.hpp"

namespace glueball::reference {

/// Returns {spatial, temporal} at every lexicographic site: the sums of 1 - Re Tr P / 3 over the three
/// plaquettes of each kind that start there. The sum over the lattice is 3 V (1 - average) of
/// cpu::plaquette.
std::vector<std::array<double, 2>> plaquette_density(const Configuration& u);

/// Returns U_mn(s) = 2 Re tr sum_r F_mr F_nr - delta_mn sum_{r<q} tr F_rq^2 from the field strengths of all
/// pairs.
double energy_momentum(const Configuration& u, const Site& s, int mu, int nu, FieldStrength kind);

/// Returns tr i (8/3) [F_cr, F_nr] F_kl, summed over n other than c and r other than c and n, with eps_cnkl =
/// 1. This is the part of Weinberg's operator with a fixed index c.
double weinberg(const Configuration& u, const Site& s, int axis, FieldStrength kind);

/// Returns Re tr of the loop around the lattice in time from a site on, with F_mu_nu inserted there and dt
/// links later.
double strengths_on_line(const Configuration& u, const Site& s, int mu, int nu, int dt, FieldStrength kind);

/// The same with U_mu U_t - U_t U_mu at the site, which moves the line to the neighbour along mu (`forward`)
/// or against it, and the corresponding term dt links later, which moves it back.
double corners_on_line(const Configuration& u, const Site& s, int mu, bool forward, int dt);

}  // namespace glueball::reference
