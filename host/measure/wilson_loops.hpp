// Planar Wilson loops of a gauge field on a device, and what is made of their averages.
#pragma once

#include <span>

#include "lattice/wilson_loops.hpp"
#include "linalg/global_sums.hpp"
#include "measure/statistics.hpp"

namespace glueball {

/// W(r, t) for 1 <= r <= max_r, 1 <= t <= max_t, averaged over sites and spatial directions. Transporters
/// along the edges grow by a link at a time, so that a loop of any size costs two products of matrices a
/// site. Throws Error(bad_value) for sizes below 1 or beyond the extents of the lattice.
WilsonLoops wilson_loops(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums, int max_r,
                         int max_t);

/// chi(r, t) = -log[ W(r, t) W(r-1, t-1) / (W(r, t-1) W(r-1, t)) ], r, t >= 2 (M. Creutz, Phys. Rev. D 21
/// (1980) 2308): the string tension where loops follow an area law. Not a number where noise has made a loop
/// negative.
double creutz_ratio(const WilsonLoops& w, int r, int t);

/// V(r) = log[ W(r, t) / W(r, t+1) ], t >= 1, in units of the inverse lattice spacing: the static potential
/// as t grows. Not a number likewise.
double static_potential(const WilsonLoops& w, int r, int t);

// The same of the mean loops of an ensemble in the order of its chain. Errors are the Gamma method's for
// functions of means, or with a `bin` above 0 by the jackknife over bins of so many configurations.
SeriesEstimate creutz_ratio(std::span<const WilsonLoops> ensemble, int r, int t, std::size_t bin = 0);
SeriesEstimate static_potential(std::span<const WilsonLoops> ensemble, int r, int t, std::size_t bin = 0);

}  // namespace glueball
