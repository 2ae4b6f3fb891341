// What Wilson quarks with any site-diagonal part have in common on a device.
#pragma once

#include <optional>

#include "fermion/fermion_operator.hpp"
#include "kernels/fermion.hpp"

namespace glueball {

/// Quarks with M = T - kappa H, T on one site each: Mhat = T_ee - kappa^2 H_eo T_oo^-1 H_oe.
class SpinorOperator : public FermionOperator<SpinorField> {
 public:
  /// Throws Error(bad_value) as Boundary::check does.
  SpinorOperator(const DeviceLattice& lattice, const GaugeField& u, double kappa, const Boundary& boundary);

  double kappa() const { return kappa_; }
  /// odd = kappa T_oo^-1 H_oe even, or kappa (T_oo^+)^-1 (H^+)_oe even: what forces need beside fields on the
  /// even sites.
  virtual void odd_half(const SpinorField& even, SpinorField& odd, bool dagger) const = 0;

  /// That of the hops in Mhat: T has none here.
  void derivative(MomentumField& p, double eps, const SpinorField& y, const SpinorField& x,
                  double log_det_weight = 0) override;
  void make_room_for_derivative() override;

 protected:
  const GaugeField& links() const { return u_; }
  const HopBoundary& boundary() const { return boundary_; }
  /// out = x + b H psi, or x + b H^+ psi, at the sites of `target`.
  void add_hop(Parity target, const SpinorField& psi, const SpinorField& x, double b, SpinorField& out,
               bool dagger = false) const;
  /// The odd halves of the fields that `derivative` was last given.
  const SpinorField& odd_x() const { return *odd_x_; }
  const SpinorField& odd_y() const { return *odd_y_; }

 private:
  const GaugeField& u_;
  double kappa_;
  HopBoundary boundary_;
  std::optional<SpinorField> odd_x_, odd_y_;  ///< the odd halves of a derivative's fields
};

}  // namespace glueball
