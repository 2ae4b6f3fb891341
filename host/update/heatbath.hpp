// Pure gauge theory by heatbath and overrelaxation.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "field/device_lattice.hpp"
#include "field/field.hpp"
#include "halo/halo.hpp"
#include "lattice/configuration.hpp"
#include "lattice/gauge_couplings.hpp"
#include "lattice/plaquettes.hpp"
#include "linalg/global_sums.hpp"
#include "update/chain_ranlux.hpp"

namespace glueball {

struct HeatbathParameters {
  GaugeCouplings couplings;
  int overrelaxation = 4;  ///< sweeps after each heatbath sweep
  std::uint64_t seed = 1;
  RandomNumbers random{};
};

class GaugeHeatbath {
 public:
  /// Makes its lattice with these options and kGhosts layers of ghost sites. Links should have twelve reals,
  /// because a file stores them like this. Throws Error(bad_value) if the lattice is too small for the
  /// action, and for RANLUX on a split lattice; Error(device) if the device lacks what is needed.
  GaugeHeatbath(gpu::Device& device, const LatticeOptions& options, const HeatbathParameters& parameters,
                const Configuration& start);

  /// Makes one heatbath sweep and the overrelaxation sweeps, and projects every link to SU(3). The result is
  /// a function of the links, the seed and the step alone, or of the links and the generators. Returns when
  /// the work is queued.
  void sweep(int step);
  /// Calls `hook` within `sweep`, between the sweeps of a step, when the device has finished. With a CPU
  /// driver it is also called between sets of links. The hook must not change the links.
  void between_sweeps(std::function<void()> hook) { hook_ = std::move(hook); }

  /// Returns the plaquettes of the present links.
  Plaquettes plaquette();
  /// Returns the largest |U U^+ - 1| or |det U - 1| over all links at the end of the last sweep, before the
  /// projection.
  double unitarity_deviation();

  /// Returns the links exactly as the device holds them, in two rows. A run that continues from them, or from
  /// a file with as many bits, computes the same bits.
  Configuration configuration() const;

  /// Returns the generators of the sites if random numbers are RANLUX's.
  std::optional<ChainRanlux>& ranlux() { return ranlux_; }

  /// Sets the couplings from the next sweep on. The lattice must be large enough for rectangles if there are
  /// any.
  void set_couplings(const GaugeCouplings& couplings) { parameters_.couplings = couplings; }
  const DeviceLattice& lattice() const { return lattice_; }
  /// Returns the links, with kGhosts layers of ghost sites after each step.
  GaugeField& links() { return u_; }
  static constexpr int kGhosts = 2;

 private:
  void pause();

  HeatbathParameters parameters_;
  DeviceLattice lattice_;
  GaugeField u_;
  Halo halo_;
  GlobalSums sums_, deviation_;
  std::optional<ChainRanlux> ranlux_;
  gpu::Ticket last_ = 0;
  std::function<void()> hook_;
  bool swept_ = false;
};

}  // namespace glueball
