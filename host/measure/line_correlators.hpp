// Correlators of colour-electric and colour-magnetic fields along lines in time: the force on a heavy quark.
#pragma once

#include <vector>

#include "kernels/field_products.hpp"
#include "linalg/global_sums.hpp"

namespace glueball {

/// At dt = 1 ... N_t / 2, averages over all sites. With W the lines between both fields and P = W W the whole
/// line,
///   electric  = -1/9 sum_i Re tr F_it W F_it W,  magnetic = 1/9 sum_{j<k} Re tr F_jk W F_jk W,
/// F hermitian, and electric by corners with U_i U_t - U_t U_i for i F_it at both ends, over both sides of
/// the line and divided by -18 (Caron-Huot, Laine, Moore, arXiv:0901.1195). Divided by `polyakov` = Re tr P /
/// 3 in the ensemble's mean they are G_E and G_B, g^2 among them, of links at rest or flowed.
struct LineCorrelators {
  std::vector<double> electric, magnetic, corners;
  double polyakov = 0;
};

/// Products in the links' precision, sums in double (or two floats). Of a lattice that is not split in time.
LineCorrelators line_correlators(const DeviceLattice& lattice, const GaugeField& u, FieldStrength kind,
                                 GlobalSums& sums);

}  // namespace glueball
