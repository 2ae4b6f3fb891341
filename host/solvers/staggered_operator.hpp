// The even-odd operator of naive staggered quarks on a device.
#pragma once

#include "kernels/fermion.hpp"
#include "solvers/fermion_operator.hpp"

namespace glueball {

/// A = m^2 - D_eo D_oe on the even sites, hermitian and positive: reference::StaggeredOperator.
class StaggeredOperator : public FermionOperator<ColourField> {
 public:
  StaggeredOperator(const DeviceLattice& lattice, const GaugeField& u, double mass);

  double mass() const { return mass_; }

  /// out = D in, from the other parity to `target`.
  void hop(Parity target, const ColourField& in, ColourField& out) const;
  /// A, which is its own adjoint.
  void even_odd(const ColourField& in, ColourField& out, bool dagger = false) override;
  /// The same; `middle` is left alone.
  void normal(const ColourField& in, ColourField& middle, ColourField& out) override;
  bool has_root() const override { return false; }
  /// |D_oe p|^2 + m^2 |p|^2 = <p, A p> is the sum of the first hop, the residual goes with the second.
  bool has_fused() const override { return lattice().options().fused; }
  void normal_root(const ColourField& in, ColourField& middle, Partials& partials, const CgScalars& scalars) override;
  void normal_residual(const ColourField& in, const ColourField& middle, ColourField& r, Partials& partials,
                       const CgScalars& scalars) override;
  double normal_flops() const override;

 private:
  void hop_sum(Parity target, double b, const ColourField& psi, const ColourField& x, ColourField& out, Partials& partials,
               const CgScalars& scalars, std::uint32_t flags);

  const GaugeField& u_;
  double mass_;
  args::StaggeredDslashArgs<double> boundary_{};
  std::uint32_t flag_ = 0;
  ColourField odd_;
};

}  // namespace glueball
