// Averages between frozen time slices, the two-level algorithm of M. Luescher and P. Weisz, JHEP 09 (2001)
// 010, hep-lat/0108014.
#pragma once

#include <vector>

#include "halo/halo.hpp"
#include "kernels/heatbath.hpp"
#include "linalg/global_sums.hpp"
#include "measure/field_products.hpp"

namespace glueball {

/// Spatial links at t = 0 mod `thickness` are frozen. The links between two such slices, a sublattice, are
/// updated with the slices as boundary. Averages of sublattices are independent, and the average of a product
/// of operators, one in each, is the product of their averages.
struct MultilevelOptions {
  double beta = 6;         ///< coupling of the plaquette action with which the links were made
  int thickness = 6;       ///< sublattice thickness in links in time
  int measurements = 100;  ///< measurements of each sublattice
  /// Updates before each measurement: one heatbath and four overrelaxation sweeps each.
  int updates = 1;

  /// Returns the times of the frozen slices.
  std::vector<int> frozen(int extent) const;
};

/// Links that are updated between frozen slices.
class Sublattices {
 public:
  /// `u` is copied. Random numbers are a function of `number`, the configuration's number.
  Sublattices(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums,
              const MultilevelOptions& options, std::uint64_t number);

  void update();
  const GaugeField& links() const { return u_; }

 private:
  const DeviceLattice& lattice_;
  GlobalSums& sums_;
  GaugeField u_;
  Halo halo_;
  double beta_;
  kernels::FrozenSlices frozen_;
  std::uint64_t number_;
  std::uint32_t step_ = 0;
};

/// Returns the colour-averaged correlator of Polyakov loops, Re Tr P(x) Tr P(x + r)^+ / 9, for r = 1 ...
/// longest along the spatial axes, as the mean over x and axes. It is computed from averages of both lines'
/// parts in each sublattice, with L(x) and L(x + r)^* as a 9 x 9 matrix. The host computes in double
/// precision with longest * 3 * 1296 bytes for each sublattice and site of a time slice. On several ranks
/// each does all of it.
std::vector<double> multilevel_polyakov(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums,
                                        const MultilevelOptions& options, int longest, std::uint64_t number);

/// Returns tensor_correlators of averaged slices at momentum 0, for pairs of slices in different sublattices
/// that are not frozen; NaN if no such pair is so far apart. Field strengths are by clovers.
TensorCorrelators multilevel_tensor(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums,
                                    const MultilevelOptions& options, std::uint64_t number);

/// The colour-electric correlator of LineCorrelators, dt = 1 ... N_t / 2, from averages of the line's parts
/// in each sublattice: without a field, with F_it at one time, and at two. Neither end is in a frozen slice;
/// an entry is NaN if no two other slices are so far apart. Field strengths are by clovers; the host computes
/// products in double precision.
struct MultilevelElectric {
  double polyakov = 0;
  std::vector<double> electric;
};
MultilevelElectric multilevel_electric(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums,
                                       const MultilevelOptions& options, std::uint64_t number);

}  // namespace glueball
