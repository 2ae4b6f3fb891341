// The even-odd operator of Wilson and twisted-mass quarks for several right-hand sides on a device.
#pragma once

#include "fermion/multi_matrix.hpp"
#include "fermion/wilson_operator.hpp"

namespace glueball {

/// Mhat of Wilson and twisted-mass quarks on several spinors at once.
class MultiWilsonOperator : public MultiMatrix<SpinorField> {
 public:
  /// Throws as MultiMatrix does.
  MultiWilsonOperator(const DeviceLattice& lattice, const GaugeField& u, double kappa, double mu,
                      std::uint32_t count, const Boundary& boundary = kAntiperiodicInTime);

  void even_odd(const MultiSpinorField& in, MultiSpinorField& out, bool dagger = false) override;
  /// Computes middle = Mhat in and r -= alpha Mhat^+ middle.
  bool has_fused() const override { return lattice().options().fused && lattice().domain() == nullptr; }
  void normal_root(const MultiSpinorField& in, MultiSpinorField& middle, Partials& partials,
                   const CgScalars& scalars) override;
  void normal_residual(const MultiSpinorField& in, const MultiSpinorField& middle, MultiSpinorField& r,
                       Partials& partials, const CgScalars& scalars) override;
  double normal_flops() const override;

 private:
  /// Computes out = Mhat in, or with `residual` out -= alpha Mhat^+ in.
  void even_odd_sum(const MultiSpinorField& in, MultiSpinorField& out, bool residual, Partials& partials,
                    const CgScalars& scalars);

  const GaugeField& u_;
  double kappa_, mu_;
  HopBoundary boundary_;
  MultiSpinorField odd_;
};

}  // namespace glueball
