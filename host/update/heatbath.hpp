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
  gpu::Precision precision = gpu::Precision::single;  ///< single, or double where the device has it
  std::uint32_t workgroup = 0;                        ///< LatticeOptions::workgroup
  RandomNumbers random{};
  const Domain* domain = nullptr;  ///< whose part of a lattice the start is, where it is split
};

class GaugeHeatbath {
 public:
  /// Throws Error(bad_value) where the lattice is too small for the action and for RANLUX on part of a
  /// lattice, Error(device) where the device cannot do it.
  GaugeHeatbath(gpu::Device& device, gpu::Storage storage, const HeatbathParameters& parameters,
                const Configuration& start);

  /// One heatbath sweep, the overrelaxation sweeps, and every link brought back to SU(3): a function of the
  /// links, the seed and the step alone, or of the links and the generators. Returns when it is queued.
  void sweep(int step);
  /// Calls `hook` inside of `sweep`, between the sweeps a step is made of (with a CPU driver also between the
  /// sets of links that change at once), each time with the device done: for those who show something else
  /// meanwhile. It must leave the links alone.
  void between_sweeps(std::function<void()> hook) { hook_ = std::move(hook); }

  /// Of the links as they are.
  Plaquettes plaquette();
  /// Largest |U U^+ - 1| or |det U - 1| over all links at the end of the last sweep, before they were brought
  /// back.
  double unitarity_deviation();

  /// The links exactly as the device holds them, two rows: a run that goes on from them, or from a file with
  /// as many bits, takes the same bits.
  Configuration configuration() const;

  /// Generators of the sites, where the random numbers are RANLUX's.
  std::optional<ChainRanlux>& ranlux() { return ranlux_; }

  /// From the next sweep on. The lattice must have room for rectangles where there are any.
  void set_couplings(const GaugeCouplings& couplings) { parameters_.couplings = couplings; }
  const DeviceLattice& lattice() const { return lattice_; }
  /// With kGhosts layers of the neighbours' after each step.
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
