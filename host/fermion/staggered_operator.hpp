// The even-odd operator of naive staggered quarks on a device.
#pragma once

#include "fermion/colour_operator.hpp"
#include "kernels/fermion.hpp"

namespace glueball {

/// A = m^2 - D_eo D_oe on the even sites, hermitian and positive: the device's cpu::StaggeredOperator.
class StaggeredOperator : public ColourOperator {
 public:
  /// Throws Error(bad_value) as Boundary::check does.
  StaggeredOperator(const DeviceLattice& lattice, const GaugeField& u, double mass,
                    const Boundary& boundary = kAntiperiodicInTime)
      : ColourOperator(lattice, u, mass, boundary) {}

  void hop(Parity target, const ColourField& in, ColourField& out) const override;
  void hop_derivative(int k, Parity target, const ColourField& in, ColourField& out) const override;
  Hops hops() const override { return {.near = links()}; }
  /// Returns true if fused kernels are chosen. The first hop computes <p, A p> = |D_oe p|^2 + m^2 |p|^2, the
  /// second hop updates the residual.
  bool has_fused() const override { return lattice().options().fused; }
  void normal_root(const ColourField& in, ColourField& middle, Partials& partials,
                   const CgScalars& scalars) override;
  void normal_residual(const ColourField& in, const ColourField& middle, ColourField& r, Partials& partials,
                       const CgScalars& scalars) override;
  std::unique_ptr<FermionOperator> at_precision(const DeviceLattice& lattice,
                                                const GaugeField& u) const override;

 private:
  void hop(std::uint32_t flags, Parity target, const ColourField& in, ColourField& out) const;
  void add_hop(Parity target, double a, const ColourField& x, double b, const ColourField& psi,
               ColourField& out) const override;
  double hop_flops() const override { return kernels::StaggeredDslash::kFlops; }
  void square_derivative(MomentumField& p, double weight, const ColourField& even,
                         const ColourField& odd) override;
  void hop_sum(Parity target, double b, const ColourField& psi, const ColourField& x, ColourField& out,
               Partials& partials, const CgScalars& scalars, std::uint32_t flags);
};

}  // namespace glueball
