// Correlators of colour-electric and colour-magnetic fields along lines in time: the force on a heavy quark.
#pragma once

#include <vector>

#include "kernels/field_products.hpp"
#include "linalg/global_sums.hpp"

namespace glueball {

/// Averages over all sites at dt = 1 ... N_t / 2. W are the lines between the two fields, and P = W W is the
/// whole line. With hermitian F
///
///   electric = -1/9 sum_i Re tr F_it W F_it W,  magnetic = 1/9 sum_{j<k} Re tr F_jk W F_jk W,
///
/// and the electric correlator by corners has U_i U_t - U_t U_i for i F_it at both ends, summed over both
/// sides of the line and divided by -18 (Caron-Huot, Laine, Moore, arXiv:0901.1195). Divided by the
/// ensemble's mean of `polyakov` = Re tr P / 3 they are G_E and G_B with a factor g^2, for original or flowed
/// links.
struct LineCorrelators {
  std::vector<double> electric, magnetic, corners;
  double polyakov = 0;
};

/// Products are in the links' precision, sums in double (or two floats). The lattice must not be split in
/// time.
LineCorrelators line_correlators(const DeviceLattice& lattice, const GaugeField& u, FieldStrength kind,
                                 GlobalSums& sums);

}  // namespace glueball
