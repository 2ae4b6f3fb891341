// Field strength, action density and topological charge in double precision on the CPU.
#pragma once

#include <string_view>
#include <vector>

#include "lattice/action_density.hpp"
#include "lattice/configuration.hpp"

namespace glueball::cpu {

/// Returns F_mu_nu(s) = sum w_mn (Q_mn - Q_mn^+) / 8i, where Q_mn is the sum of the four loops (the mean of
/// both orientations). It is hermitian, with U_p = exp(i a^2 F). The trace is subtracted unless `keep_trace`,
/// as in Chroma.
Matrix3 field_strength(const Configuration& u, const Site& s, int mu, int nu,
                       FieldStrength kind = FieldStrength::clover, bool keep_trace = false);

/// Returns -1/(32 pi^2) eps_{mu nu rho sigma} tr F F with eps_xyzt = 1, which is -1/(4 pi^2) tr(F_xy F_zt +
/// F_yz F_xt - F_xz F_yt). The sign is SIMULATeQCD's.
double charge_density(const Configuration& u, const Site& s, FieldStrength kind = FieldStrength::clover,
                      bool keep_trace = false);

ActionDensity action_density(const Configuration& u, FieldStrength kind = FieldStrength::clover,
                             bool keep_trace = false);

}  // namespace glueball::cpu
