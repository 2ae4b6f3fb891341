// Sweeps of gauge fixing on a device, in one precision.
#pragma once

#include <optional>
#include <vector>

#include "fix/poisson.hpp"
#include "halo/halo.hpp"
#include "kernels/fix.hpp"
#include "lattice/transformation.hpp"
#include "linalg/global_sums.hpp"
#include "reference/gauge_fixing.hpp"

namespace glueball {

/// Invocations that share the work at a site.
enum class Grain {
  site,  ///< one
  link,  ///< four, a direction each; the maximally Abelian and the centre gauge have one in any case
};
/// One, on all that was measured.
Grain preferred_grain(const gpu::Device& device);
/// What a tuner's LatticeOptions::lanes stand for: four are a link each.
inline Grain grain_of(const LatticeOptions& options) {
  return options.lanes == 4 ? Grain::link : Grain::site;
}

/// What a time slice is like.
struct SliceState {
  double theta = 0, largest = 0;  ///< mean and maximum of Tr Delta Delta^+ / 3 over its sites
  double functional = 0;          ///< normalised as reference::gauge_functional
};
/// And the whole lattice.
struct GaugeState {
  double theta = 0, largest = 0, worst_slice = 0, functional = 0;
};

class GaugeFixer {
 public:
  /// The links of `u`, and g(x) = 1; of part of a lattice, with one layer of the neighbours' of both.
  GaugeFixer(const DeviceLattice& lattice, const Configuration& u, Gauge gauge, Grain grain);

  void start(const Transformation& g);
  /// As the device holds it, third rows completed in double: `start` brings back the same bits.
  Transformation transformation() const;

  // A sweep each: both parities, all three subgroups; returns when it is queued.
  /// 1 <= omega < 2; `power` 0 takes it exactly, 1 and 2 by its expansion to that order.
  void relax(double omega, int power);
  /// Prepares for `accelerated`. Throws Error(bad_value) on several ranks.
  void prepare_fourier() { poisson_.emplace(lattice_, directions(gauge_)); }
  /// Landau and Coulomb gauge: g -> exp(-i alpha p_max^2 / p^2 Delta) g, in momentum space, p_max^2 = 16 or
  /// 12 (Davies et al., Phys. Rev. D 37 (1988) 1581); alpha = 1 / p_max^2 is the step of an Abelian theory,
  /// which would be all. Both parities at once. With `momentum` above 0 so much of the last call's step goes
  /// on (B. Polyak, USSR Comput. Math. Math. Phys. 4 (1964) 1): slow modes are faster by 1 / (1 - momentum).
  void accelerated(double alpha, double momentum = 0);
  // What follows not of the centre gauge.
  /// Double steps with chance `p`.
  void relax_stochastic(double p, std::uint64_t seed, std::uint32_t step);
  /// A heatbath at a temperature above 0; see shaders/fix/anneal.comp.
  void anneal(double temperature, std::uint64_t seed, std::uint32_t step);
  /// Every step doubled: the functional stays, the transformation moves on.
  void microcanonical() { relax_stochastic(1, 0, 0); }

  /// Theta and functional of all time slices of the whole lattice, summed on the device. Waits for what is
  /// queued.
  std::vector<SliceState> measure_slices();
  GaugeState measure();
  /// In Coulomb gauge: time slices that the following sweeps leave alone.
  void rest(const std::vector<bool>& slices);

  Gauge gauge() const { return gauge_; }
  /// What it works on: the links it was given, and g.
  const GaugeField& links() const { return u_; }
  const TransformField& transform() const { return g_; }
  const DeviceLattice& lattice() const { return lattice_; }

 private:
  template <class Kernel, class Arguments>
  void sweep(Arguments arguments);
  /// The neighbours' g, where theirs have changed.
  void exchange(Parity changed);

  const DeviceLattice& lattice_;
  Gauge gauge_;
  Grain grain_;
  GaugeField u_;
  TransformField g_;
  DensityField density_;
  SliceFlags active_;
  GlobalSums sums_;
  Halo halo_;
  std::optional<PoissonSolver> poisson_;
};

GaugeState whole(const std::vector<SliceState>& slices);

}  // namespace glueball
