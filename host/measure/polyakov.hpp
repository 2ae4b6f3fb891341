// Polyakov loops of a gauge field on a device.
#pragma once

#include <span>

#include "kernels/measure.hpp"
#include "linalg/global_sums.hpp"
#include "measure/statistics.hpp"

namespace glueball {

/// The loops of one direction as a field over the other three, with extent 1 in their own. On a lattice split
/// in that direction the last domains along it have them, and the others nothing.
struct PolyakovLoops {
  MatrixSiteField field;
  Complex average;  ///< Tr / 3, summed in double (or two floats)
};

PolyakovLoops polyakov_loops(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums, int mu = 3);

/// Returns the loops of direction mu of all ranks over a slice of the whole lattice, on each rank.
MatrixSiteField all_loops(const MatrixSiteField& loops, int mu = 3);

/// Returns V_s (<|L|^2> - <|L|>^2) of the averages L of an ensemble with V_s sites in a time slice. The error
/// is by the Gamma method, or with a `bin` above 0 by the jackknife over bins of this size.
SeriesEstimate polyakov_susceptibility(std::span<const Complex> averages, double space_volume,
                                       std::size_t bin = 0);

}  // namespace glueball
