// Products of field strengths at a site in double precision on the CPU.
#pragma once

#include "lattice/action_density.hpp"
#include "lattice/configuration.hpp"

namespace glueball::reference {

/// Returns U_mn(s) = 2 Re tr sum_r F_mr F_nr - delta_mn sum_{r<q} tr F_rq^2 from the field strengths of all
/// pairs.
double energy_momentum(const Configuration& u, const Site& s, int mu, int nu, FieldStrength kind);

/// Returns tr i (8/3) [F_cr, F_nr] F_kl, summed over n other than c and r other than c and n, with eps_cnkl =
/// 1. This is the part of Weinberg's operator with a fixed index c.
double weinberg(const Configuration& u, const Site& s, int axis, FieldStrength kind);

}  // namespace glueball::reference
