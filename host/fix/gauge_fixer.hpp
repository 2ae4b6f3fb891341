// Sweeps of gauge fixing on a device in one precision.
#pragma once

#include <optional>
#include <vector>

#include "cpu/gauge_functional.hpp"
#include "fix/poisson.hpp"
#include "halo/halo.hpp"
#include "kernels/fix.hpp"
#include "lattice/transformation.hpp"
#include "linalg/global_sums.hpp"

namespace glueball {

/// The number of threads for each site.
enum class Grain {
  site,  ///< one thread
  link,  ///< four threads, one for each direction; the maximally Abelian and the centre gauge always have one
};
/// Returns one thread a site, which was fastest on all measured devices.
Grain preferred_grain(const gpu::Device& device);
/// Converts the tuner's LatticeOptions::threads_per_site: with four threads a site each has a link.
inline Grain grain_of(const LatticeOptions& options) {
  return options.threads_per_site == 4 ? Grain::link : Grain::site;
}

/// The state of a time slice.
struct SliceState {
  double theta = 0, largest = 0;  ///< mean and maximum of Tr Delta Delta^+ / 3 over its sites
  double functional = 0;          ///< normalized as cpu::gauge_functional
};
/// The state of the whole lattice.
struct GaugeState {
  double theta = 0, largest = 0, worst_slice = 0, functional = 0;
};

/// Links and gauge transformation on a device, with sweeps that change the latter.
class GaugeFixer {
 public:
  /// Uploads the links of `u` and sets g(x) = 1. On a split lattice both have one layer of ghost sites.
  GaugeFixer(const DeviceLattice& lattice, const Configuration& u, Gauge gauge, Grain grain);

  void start(const Transformation& g);
  /// Returns g as the device holds it, with third rows completed in double; start() restores the same bits.
  Transformation transformation() const;

  // Each of these makes a sweep over both parities and all three subgroups. They return when the work is
  // queued.
  /// Requires 1 <= omega < 2. `power` 0 computes the power omega exactly, 1 and 2 by its expansion to that
  /// order.
  void relax(double omega, int power);
  /// Must be called before `accelerated`. Throws Error(bad_value) on several ranks.
  void prepare_fourier() { poisson_.emplace(lattice_, directions(gauge_)); }
  /// Fourier-accelerated step in Landau or Coulomb gauge: g -> exp(-i alpha p_max^2 / p^2 Delta) g with the
  /// factor applied in momentum space, p_max^2 = 16 or 12 (Davies et al., Phys. Rev. D 37 (1988) 1581). It
  /// updates both parities at once. In an Abelian theory alpha = 1 / p_max^2 would converge in one step.
  /// `momentum` is the fraction of the last call's step that is added (B. Polyak, USSR Comput. Math. Math.
  /// Phys. 4 (1964) 1), which makes slow modes faster by 1 / (1 - momentum).
  void accelerated(double alpha, double momentum = 0);
  // The following sweeps do not exist in the centre gauge.
  /// Makes overrelaxation steps that are doubled with probability `p`.
  void relax_stochastic(double p, std::uint64_t seed, std::uint32_t step);
  /// Makes a heatbath sweep at a temperature above 0; see shaders/fix/anneal.comp.
  void anneal(double temperature, std::uint64_t seed, std::uint32_t step);
  /// Doubles every step, so that the functional is constant while the transformation changes.
  void microcanonical() { relax_stochastic(1, 0, 0); }

  /// Returns theta and functional of all time slices of the whole lattice, summed on the device. Waits for
  /// queued work.
  std::vector<SliceState> measure_slices();
  GaugeState measure();
  /// Sets the time slices that the following sweeps leave unchanged, in Coulomb gauge.
  void rest(const std::vector<bool>& slices);

  Gauge gauge() const { return gauge_; }
  /// These return its fields: the links it was given, g, and their lattice.
  const GaugeField& links() const { return u_; }
  const TransformField& transform() const { return g_; }
  const DeviceLattice& lattice() const { return lattice_; }

 private:
  template <class Kernel, class Arguments>
  void sweep(Arguments arguments);
  /// Exchanges the halo of g at the sites that changed.
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
