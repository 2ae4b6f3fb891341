// The common base of Wilson operators with any site-diagonal part.
#pragma once

#include <optional>

#include "fermion/fermion_operator.hpp"
#include "kernels/fermion.hpp"

namespace glueball {

/// Quarks with M = T - kappa H, T site-diagonal: Mhat = T_ee - kappa^2 H_eo T_oo^-1 H_oe.
class SpinorOperator : public FermionOperator<SpinorField> {
 public:
  /// Throws Error(bad_value) as Boundary::check does.
  SpinorOperator(const DeviceLattice& lattice, const GaugeField& u, double kappa, const Boundary& boundary);

  double kappa() const { return kappa_; }
  /// Makes A = Mhat^+ Mhat + shift the matrix of `normal`. It has no root and no fused kernels then. A solver
  /// of shifted systems must be made while the shift is not 0.
  void set_shift(double shift) { shift_ = shift; }
  void normal(const SpinorField& in, SpinorField& middle, SpinorField& out) override;
  bool has_root() const override { return shift_ == 0; }
  bool has_fused() const override { return shift_ == 0 && lattice().options().fused; }
  /// Computes odd = kappa T_oo^-1 H_oe even, or kappa (T_oo^+)^-1 (H^+)_oe even. Forces need it besides the
  /// fields on the even sites.
  virtual void odd_half(const SpinorField& even, SpinorField& odd, bool dagger) const = 0;

  /// Computes the derivative of the hops in Mhat, for a T that does not depend on links.
  void derivative(MomentumField& p, double eps, const SpinorField& y, const SpinorField& x,
                  double log_det_weight = 0) override;
  void make_room_for_derivative() override;

 protected:
  const GaugeField& links() const { return u_; }
  const HopBoundary& boundary() const { return boundary_; }
  /// Computes out = x + b H psi, or x + b H^+ psi, at the sites of `target`.
  void add_hop(Parity target, const SpinorField& psi, const SpinorField& x, double b, SpinorField& out,
               bool dagger = false) const;
  /// Return the odd halves of the fields of the last call of `derivative`.
  const SpinorField& odd_x() const { return *odd_x_; }
  const SpinorField& odd_y() const { return *odd_y_; }

 private:
  const GaugeField& u_;
  double kappa_, shift_ = 0;
  HopBoundary boundary_;
  std::optional<SpinorField> odd_x_, odd_y_;  ///< the odd halves of a derivative's fields
};

}  // namespace glueball
