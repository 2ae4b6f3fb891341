// The Wilson operator on the CPU: the reference of the device's operator, and the operator of restarts in
// double precision.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cpu/even_odd_operator.hpp"
#include "cpu/spinor_field.hpp"
#include "lattice/boundary.hpp"
#include "lattice/configuration.hpp"

namespace glueball::cpu {

using glueball::Boundary;
using glueball::kAntiperiodicInTime;

/// H psi(x) = sum_mu [(1 - gamma_mu) U_mu(x) psi(x+mu) + (1 + gamma_mu) U_mu(x-mu)^+ psi(x-mu)] and operators
/// made of it, in double or single precision in the DeGrand-Rossi basis. It is threaded, and uses AVX2 and
/// FMA if the CPU has them. The factors of the boundary are in its copy of the links. EvenOddOperator
/// describes what all operators have in common.
template <class Real>
class WilsonOperator : public EvenOddOperator<ParityField<Real>> {
 public:
  /// Copies the links, so that later changes of `u` have no effect. Throws Error(bad_value) as
  /// Boundary::check does.
  WilsonOperator(const Configuration& u, double kappa, const Boundary& boundary = kAntiperiodicInTime);

  const Geometry& geometry() const override { return geometry_; }
  double kappa() const { return kappa_; }

  /// out = H in, from the other parity to `target`; with `dagger` H^+ = gamma5 H gamma5.
  void hop(Parity target, const ParityField<Real>& in, ParityField<Real>& out, bool dagger = false) const;

  /// out = Mhat in with Mhat = 1 - kappa^2 H_eo H_oe on the even sites.
  void even_odd(const ParityField<Real>& in, ParityField<Real>& out, bool dagger = false) const override;

  /// out = Mhat^+ Mhat in on the even sites.
  void normal(const ParityField<Real>& in, ParityField<Real>& out) const override;

  /// out = M in with M = 1 - kappa H on all sites.
  void full(const FullField<Real>& in, FullField<Real>& out, bool dagger = false) const override;

  /// source = b_e + kappa H_eo b_o.
  void prepare(const FullField<Real>& b, ParityField<Real>& source) const override;
  /// source = Mhat^+ (b_e + kappa H_eo b_o).
  void prepare_normal(const FullField<Real>& b, ParityField<Real>& source) const override;
  /// x_o = b_o + kappa H_oe x_e.
  void reconstruct(const FullField<Real>& b, FullField<Real>& x) const override;

 private:
  Geometry geometry_;
  double kappa_;
  std::array<std::vector<Real>, 2> links_;               // by target parity, see HopArguments
  std::array<std::vector<std::int32_t>, 2> neighbours_;  // by target parity
  mutable ParityField<Real> odd_, even_;
};

extern template class WilsonOperator<double>;
extern template class WilsonOperator<float>;

}  // namespace glueball::cpu
