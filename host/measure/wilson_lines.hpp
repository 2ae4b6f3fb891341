// Correlators of Wilson lines in time.
#pragma once

#include <vector>

#include "field/field.hpp"

namespace glueball {

/// C(r, l) = Re Tr W(x, l) W(x + r, l)^+ / 3, where W is the product of the l time links from a site on. It
/// is the mean over all sites x and over the spatial displacements r of one length (periodic). For links in
/// Coulomb gauge C decreases as exp(-V(r) l) with the static potential V. W(x, N_t) are Polyakov loops, and
/// C(r, N_t) is the singlet correlator averaged over their first times.
struct WilsonLines {
  int longest = 0;             ///< l = 1 ... longest
  std::vector<int> r2;         ///< r^2 in ascending order from 0
  std::vector<double> values;  ///< by r2, with l fastest
  double at(std::size_t n, int l) const { return values[n * std::size_t(longest) + std::size_t(l - 1)]; }
};

/// Computes in double precision on the host by Fourier transforms over space, from links projected to SU(3).
/// On several ranks each does all of it with the time links of all. Throws Error(bad_value) for lengths below
/// 1 or above N_t.
WilsonLines wilson_lines(const DeviceLattice& lattice, const GaugeField& u, int longest);

}  // namespace glueball
