// The even-odd operator of Wilson and twisted-mass quarks on a device.
#pragma once

#include "kernels/fermion.hpp"
#include "solvers/fermion_operator.hpp"

namespace glueball {

/// The arguments of a Wilson hop that carry the lattice's boundary, and the flag that goes with them.
struct HopBoundary {
  explicit HopBoundary(const DeviceLattice& lattice);
  args::WilsonDslashArgs<double> wilson{};
  std::uint32_t flag = 0;
};

/// The two hops of Mhat = R - kappa^2 H_eo R^-1 H_oe, R = 1 + 2 i kappa mu gamma5, or of its adjoint: `to_odd` makes R^-1 H_oe
/// psi, `to_even`, with kAddX beside the flags, R psi - kappa^2 H_eo of that.
struct EvenOddHops {
  EvenOddHops(const HopBoundary& boundary, double kappa, double mu, bool dagger);
  std::uint32_t flags;
  args::WilsonDslashArgs<double> to_odd, to_even;
};

/// Mhat = R - kappa^2 H_eo R^-1 H_oe on the even sites, R = 1 + 2 i kappa mu gamma5: reference::WilsonOperator at mu = 0,
/// the asymmetric reference::TwistedMassOperator otherwise.
class WilsonOperator : public SpinorOperator {
 public:
  WilsonOperator(const DeviceLattice& lattice, const GaugeField& u, double kappa, double mu = 0);

  double kappa() const { return kappa_; }
  double mu() const { return mu_; }

  /// out = scale * H in, or H^+, from the other parity to `target`.
  void hop(Parity target, const SpinorField& in, SpinorField& out, double scale = 1.0, bool dagger = false) const;
  void even_odd(const SpinorField& in, SpinorField& out, bool dagger = false) override;
  bool has_fused() const override { return lattice().options().fused; }
  void normal_root(const SpinorField& in, SpinorField& middle, Partials& partials, const CgScalars& scalars) override;
  void normal_residual(const SpinorField& in, const SpinorField& middle, SpinorField& r, Partials& partials,
                       const CgScalars& scalars) override;
  double normal_flops() const override;
  void odd_half(const SpinorField& even, SpinorField& odd, bool dagger) const override;

 private:
  /// out = Mhat in, or with `residual` out -= alpha Mhat^+ in.
  void even_odd_sum(const SpinorField& in, SpinorField& out, bool residual, Partials& partials, const CgScalars& scalars);

  const GaugeField& u_;
  double kappa_, mu_;
  HopBoundary boundary_;
  SpinorField odd_;
};

}  // namespace glueball
