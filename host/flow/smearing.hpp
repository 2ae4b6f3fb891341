// Smeared links on a device; parameters and sources are those of the twins, reference/smear.hpp.
#pragma once

#include <optional>

#include "halo/halo.hpp"
#include "kernels/flow.hpp"
#include "kernels/smear.hpp"
#include "lattice/configuration.hpp"
#include "lattice/smearing_parameters.hpp"

namespace glueball {

/// Smears a gauge field in place, by way of a second one that it keeps, as it keeps the fields of HYP
/// smearing. Of a split lattice the neighbours' links are needed beforehand, a layer, and are there
/// afterwards.
class Smearing {
 public:
  explicit Smearing(const DeviceLattice& lattice) : lattice_(lattice), halo_(lattice), smeared_(lattice) {}

  void ape(GaugeField& u, const ApeParameters& parameters);
  void stout(GaugeField& u, double rho, int dimensions = 4);
  void hyp(GaugeField& u, const HypParameters& parameters);

 private:
  /// smeared <- P[keep U + staple staples] for the links along mu.
  void dress(const GaugeField& u, Parity here, std::uint32_t mu, double keep, double staple, bool spatial,
             Projection projection);

  /// Takes the smeared links for u's.
  void finish(GaugeField& u);

  const DeviceLattice& lattice_;
  Halo halo_;
  GaugeField smeared_;
  std::optional<FatField> inner_, middle_;
  std::optional<MomentumField> exponents_;
};

/// Smeared links, brought back to SU(3) in double precision. Throws Error(not_converged) with their count if
/// links are no numbers: where a projection did not reach its matrix, or there is no one such matrix.
Configuration download_smeared(const GaugeField& u);

}  // namespace glueball
