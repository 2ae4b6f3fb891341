// Planar Wilson loops of a gauge field on a device, and functions of their averages.
#pragma once

#include <span>

#include "lattice/wilson_loops.hpp"
#include "linalg/global_sums.hpp"
#include "measure/statistics.hpp"

namespace glueball {

/// Returns W(r, t) for 1 <= r <= max_r, 1 <= t <= max_t, averaged over sites and spatial directions. Products
/// of links along the edges become longer by one link at a time, so that a loop of any size costs two
/// products of matrices a site. Throws Error(bad_value) for sizes below 1 or beyond the lattice's extents.
WilsonLoops wilson_loops(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums, int max_r,
                         int max_t);

/// Returns chi(r, t) = -log[ W(r, t) W(r-1, t-1) / (W(r, t-1) W(r-1, t)) ] for r, t >= 2 (M. Creutz, Phys.
/// Rev. D 21 (1980) 2308). It is the string tension if loops follow an area law, and NaN if noise makes a
/// loop negative.
double creutz_ratio(const WilsonLoops& w, int r, int t);

/// Returns V(r) = log[ W(r, t) / W(r, t+1) ] for t >= 1 in units of the inverse lattice spacing: the static
/// potential for large t. It is NaN if noise makes a loop negative.
double static_potential(const WilsonLoops& w, int r, int t);

// The same for the mean loops of an ensemble in the order of its chain. Errors are by the Gamma method for
// functions of means, or with a `bin` above 0 by the jackknife over bins of this many configurations.
SeriesEstimate creutz_ratio(std::span<const WilsonLoops> ensemble, int r, int t, std::size_t bin = 0);
SeriesEstimate static_potential(std::span<const WilsonLoops> ensemble, int r, int t, std::size_t bin = 0);

}  // namespace glueball
