// The even-odd Wilson operator on a device.
#pragma once

#include "kernels/fermion.hpp"

namespace glueball {

/// Mhat = 1 - kappa^2 H_eo H_oe on the even sites, its dagger and Mhat^+ Mhat, from the kernels of one hop. The gauge
/// field is looked at anew in every application.
class WilsonOperator {
 public:
  WilsonOperator(const DeviceLattice& lattice, const GaugeField& u, double kappa)
      : lattice_(lattice), u_(u), kappa_(kappa), odd_(lattice) {}

  const DeviceLattice& lattice() const { return lattice_; }
  double kappa() const { return kappa_; }

  /// Group counts from device memory for all that follows: how a solver stops what it has queued. nullopt: plain again.
  void groups_from(std::optional<gpu::IndirectGroups> groups) { groups_ = groups; }

  /// out = scale * H in, or H^+, from the other parity to `target`.
  void hop(Parity target, const SpinorField& in, SpinorField& out, double scale = 1.0, bool dagger = false) const;
  /// out = Mhat in, or Mhat^+.
  void even_odd(const SpinorField& in, SpinorField& out, bool dagger = false);
  /// out = Mhat^+ Mhat in; `middle` = Mhat in is left behind (a conjugate gradient wants its norm).
  void normal(const SpinorField& in, SpinorField& middle, SpinorField& out);

 private:
  const DeviceLattice& lattice_;
  const GaugeField& u_;
  double kappa_;
  SpinorField odd_;
  std::optional<gpu::IndirectGroups> groups_;
};

}  // namespace glueball
