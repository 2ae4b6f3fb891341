// Polyakov loops of a gauge field on a device.
#pragma once

#include <span>

#include "kernels/measure.hpp"
#include "linalg/global_sums.hpp"
#include "measure/statistics.hpp"

namespace glueball {

/// The loops of one direction as a field over the other three, extent 1 in their own; of a lattice that is
/// split in that direction, those of the last domains along it, and nothing elsewhere.
struct PolyakovLoops {
  MatrixSiteField field;
  Complex average;  ///< Tr / 3, sums in double (or two floats)
};

PolyakovLoops polyakov_loops(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums, int mu = 3);

/// The loops of direction mu of all ranks, over a slice of the whole lattice, on each of them.
MatrixSiteField all_loops(const MatrixSiteField& loops, int mu = 3);

/// V_s (<|L|^2> - <|L|>^2) of the averages L of an ensemble, V_s sites in a time slice; with the Gamma
/// method's error, or with a `bin` above 0 by the jackknife over bins of so many.
SeriesEstimate polyakov_susceptibility(std::span<const Complex> averages, double space_volume,
                                       std::size_t bin = 0);

}  // namespace glueball
