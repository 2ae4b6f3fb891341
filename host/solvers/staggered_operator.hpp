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
  double normal_flops() const override;

 private:
  const GaugeField& u_;
  double mass_;
  args::StaggeredDslashArgs<double> boundary_{};
  std::uint32_t flag_ = 0;
  ColourField odd_;
};

}  // namespace glueball
