// Smearing of links on a device. lattice/smearing_parameters.hpp has parameters and formulas.
#pragma once

#include <functional>
#include <optional>

#include "field/memory_need.hpp"
#include "halo/halo.hpp"
#include "kernels/flow.hpp"
#include "kernels/smear.hpp"
#include "lattice/configuration.hpp"
#include "lattice/smearing_parameters.hpp"

namespace glueball {

/// Smears a gauge field in place. It keeps a second gauge field, and the intermediate fields of HYP smearing.
/// On a split lattice one layer of ghost links is needed before, and is valid afterwards.
class Smearing {
 public:
  explicit Smearing(const DeviceLattice& lattice) : lattice_(lattice), halo_(lattice), smeared_(lattice) {}

  void ape(GaugeField& u, const ApeParameters& parameters);
  void stout(GaugeField& u, double rho, int dimensions = 4);
  void hyp(GaugeField& u, const HypParameters& parameters);

 private:
  /// Computes smeared <- P[keep U + staple staples] for the links along mu.
  void dress(const GaugeField& u, Parity this_parity, std::uint32_t mu, double keep, double staple,
             bool spatial, Projection projection);

  /// Swaps the smeared links into u.
  void finish(GaugeField& u);

  const DeviceLattice& lattice_;
  Halo halo_;
  GaugeField smeared_;
  std::optional<FatField> inner_, middle_;
  std::optional<MomentumField> exponents_;
};

/// Returns the smeared links, projected to SU(3) in double precision. Throws Error(not_converged) with the
/// number of links that are NaN: there the projection did not converge, or is not unique.
Configuration download_smeared(const GaugeField& u);

/// Returns the memory of the links and of the temporary fields of a step.
MemoryNeed smear_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                        const std::function<void(Smearing&, GaugeField&)>& step);

}  // namespace glueball
