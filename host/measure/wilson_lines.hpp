// Correlators of Wilson lines in time.
#pragma once

#include <vector>

#include "field/field.hpp"

namespace glueball {

/// C(r, l) = Re Tr W(x, l) W(x + r, l)^+ / 3, W the product of the l links in time from a site on: the mean
/// over all sites x and over the displacements r in space of one length (shortest way round). Of links in
/// Coulomb gauge C falls as exp(-V(r) l) with the static potential V. W(x, N_t) are Polyakov loops,
/// and C(r, N_t) is the singlet correlator averaged over the times at which they begin.
struct WilsonLines {
  int longest = 0;             ///< l = 1 ... longest
  std::vector<int> r2;         ///< r^2, rising from 0
  std::vector<double> values;  ///< by r2, l fastest
  double at(std::size_t n, int l) const { return values[n * std::size_t(longest) + std::size_t(l - 1)]; }
};

/// In double precision on the host by Fourier transforms over space, of links brought back to SU(3). On
/// several ranks each of them does all of it, with the links in time of all. Throws Error(bad_value) for
/// lengths below 1 or beyond N_t.
WilsonLines wilson_lines(const DeviceLattice& lattice, const GaugeField& u, int longest);

}  // namespace glueball
