// The even-odd operator of Wilson and twisted-mass quarks on a device.
#pragma once

#include "fermion/spinor_operator.hpp"

namespace glueball {

/// The two hops of Mhat = R - kappa^2 H_eo R^-1 H_oe, R = 1 + 2 i kappa mu gamma5, or of its adjoint.
/// `to_odd` computes R^-1 H_oe psi. `to_even`, with kAddX in its flags, computes R psi - kappa^2 H_eo of
/// that.
struct EvenOddHops {
  EvenOddHops(const HopBoundary& boundary, double kappa, double mu, bool dagger);
  std::uint32_t flags;
  args::WilsonDslashArgs<double> to_odd, to_even;
};

/// Mhat = R - kappa^2 H_eo R^-1 H_oe on the even sites, R = 1 + 2 i kappa mu gamma5. Its reference is
/// cpu::WilsonOperator at mu = 0, the asymmetric cpu::TwistedMassOperator otherwise.
class WilsonOperator : public SpinorOperator {
 public:
  WilsonOperator(const DeviceLattice& lattice, const GaugeField& u, double kappa, double mu = 0,
                 const Boundary& boundary = kAntiperiodicInTime);

  double mu() const { return mu_; }

  /// Computes out = scale * H in, or H^+ in, from the other parity to `target`.
  void hop(Parity target, const SpinorField& in, SpinorField& out, double scale = 1.0,
           bool dagger = false) const;
  void even_odd(const SpinorField& in, SpinorField& out, bool dagger = false) override;
  void normal_root(const SpinorField& in, SpinorField& middle, Partials& partials,
                   const CgScalars& scalars) override;
  void normal_residual(const SpinorField& in, const SpinorField& middle, SpinorField& r, Partials& partials,
                       const CgScalars& scalars) override;
  gpu::Pipeline* iterations_pipeline() const override;
  void iterate(const IterationFields& fields, std::uint32_t groups, std::uint32_t count) override;
  double normal_flops() const override;
  void odd_half(const SpinorField& even, SpinorField& odd, bool dagger) const override;
  std::unique_ptr<MultiMatrix<SpinorField>> for_several(std::uint32_t count) const override;
  std::unique_ptr<FermionOperator> at_precision(const DeviceLattice& lattice,
                                                const GaugeField& u) const override;
  void apply(Parity target, const SpinorField& this_parity, const SpinorField& other_parity, SpinorField& out,
             bool dagger = false) override;
  void prepare(const SpinorField& b_even, const SpinorField& b_odd, SpinorField& source) override;
  void reconstruct(const SpinorField& b_odd, const SpinorField& x_even, SpinorField& x_odd) override;

 private:
  /// Computes out = (a + i a5 gamma5) x + (b + i b5 gamma5) H psi, or with H^+, at the sites of `target`.
  void hop_and_twist(Parity target, Complex a, const SpinorField& x, Complex b, const SpinorField& psi,
                     SpinorField& out, bool dagger) const;
  /// Computes out = Mhat in, or with `residual` out -= alpha Mhat^+ in.
  void even_odd_sum(const SpinorField& in, SpinorField& out, bool residual, Partials& partials,
                    const CgScalars& scalars);

  std::uint32_t iteration_flags() const;

  double mu_;
  SpinorField odd_;
};

}  // namespace glueball
