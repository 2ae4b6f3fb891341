// Averages between frozen time slices: two levels of M. Luescher and P. Weisz, JHEP 09 (2001) 010,
// hep-lat/0108014.
#pragma once

#include <vector>

#include "halo/halo.hpp"
#include "kernels/heatbath.hpp"
#include "linalg/global_sums.hpp"
#include "measure/field_products.hpp"

namespace glueball {

/// Links in space at t = 0 mod `thickness` are frozen. What lies between two such slices, a sublattice, is
/// updated with them as its boundary: its averages are independent of the others', and a product of one
/// operator of each is the product of averages.
struct MultilevelOptions {
  double beta = 6;         ///< of the plaquette action that the links are of
  int thickness = 6;       ///< links in time
  int measurements = 100;  ///< of each sublattice
  int updates = 1;         ///< before each of them: one heatbath and four overrelaxation sweeps

  /// The times of the frozen slices.
  std::vector<int> frozen(int extent) const;
};

/// Links that move between frozen slices.
class Sublattices {
 public:
  /// `u` is copied. Random numbers are a function of `number`, that of the configuration.
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

/// The colour-averaged correlator of Polyakov loops, Re Tr P(x) Tr P(x + r)^+ / 9, for r = 1 ... longest
/// along the axes of space, mean over x and axes: from averages of both lines' part in each sublattice, L(x)
/// with L(x + r)^* as a matrix of 9 x 9. On the host in double precision, with longest * 3 * 1296 bytes for
/// each sublattice and site of a time slice; of several ranks each does all of it.
std::vector<double> multilevel_polyakov(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums,
                                        const MultilevelOptions& options, int longest, std::uint64_t number);

/// tensor_correlators of averaged slices at momentum 0, of pairs of slices in different sublattices, none of
/// them frozen; not a number where there are none so far apart. Field strength by clovers.
TensorCorrelators multilevel_tensor(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums,
                                    const MultilevelOptions& options, std::uint64_t number);

/// As LineCorrelators has them, dt = 1 ... N_t / 2, of lines whose parts in each sublattice are averaged: by
/// themselves, with F_it at one time and at two. Neither end lies in a frozen slice; not a number where no
/// two others are so far apart. Field strength by clovers; products on the host in double precision.
struct MultilevelElectric {
  double polyakov = 0;
  std::vector<double> electric;
};
MultilevelElectric multilevel_electric(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums,
                                       const MultilevelOptions& options, std::uint64_t number);

}  // namespace glueball
