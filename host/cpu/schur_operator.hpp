// Even-odd forms of Wilson quarks whose matrix has a site-diagonal part other than the unit matrix.
#pragma once

#include "cpu/wilson_operator.hpp"

namespace glueball::cpu {

/// M = T - kappa H with a site-diagonal T(x): twisted mass, clover, or both. Mhat = T_ee - kappa^2 H_eo
/// T_oo^-1 H_oe is the Schur complement of M. It inherits gamma5 Mhat gamma5 = Mhat^+ if T is hermitian and
/// commutes with gamma5; with a twisted mass mu -> -mu is needed too.
class SchurOperator : public EvenOddOperator<ParitySpinorField> {
 public:
  const Geometry& geometry() const override { return wilson_.geometry(); }
  double kappa() const { return wilson_.kappa(); }
  /// Returns the operator of the hops; its own even_odd has no T.
  const WilsonOperator<double>& wilson() const { return wilson_; }

  void full(const FullField<double>& in, FullField<double>& out, bool dagger = false) const override;
  void even_odd(const ParitySpinorField& in, ParitySpinorField& out, bool dagger = false) const override;
  /// out = Mhat^+ Mhat in.
  void normal(const ParitySpinorField& in, ParitySpinorField& out) const override;
  /// source = b_e + kappa H_eo T_oo^-1 b_o.
  void prepare(const FullField<double>& b, ParitySpinorField& source) const override;
  /// source = Mhat^+ (b_e + kappa H_eo T_oo^-1 b_o).
  void prepare_normal(const FullField<double>& b, ParitySpinorField& source) const override;
  /// x_o = T_oo^-1 (b_o + kappa H_oe x_e).
  void reconstruct(const FullField<double>& b, FullField<double>& x) const override;

  /// psi = T psi, or T^+ psi, on one parity.
  virtual void diagonal(Parity parity, ParitySpinorField& psi, bool dagger = false) const = 0;
  /// psi = T^-1 psi, or (T^+)^-1 psi.
  virtual void inverse_diagonal(Parity parity, ParitySpinorField& psi, bool dagger = false) const = 0;

 protected:
  explicit SchurOperator(WilsonOperator<double> wilson);

 private:
  WilsonOperator<double> wilson_;
  mutable ParitySpinorField odd_, even_, middle_;
};

}  // namespace glueball::cpu
