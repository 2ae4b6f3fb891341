// The even-odd operator of clover quarks, with or without a twisted mass, on a device.
#pragma once

#include "reference/clover_operator.hpp"
#include "solvers/wilson_operator.hpp"

namespace glueball {

/// Mhat = T_ee - kappa^2 H_eo T_oo^-1 H_oe on the even sites: the asymmetric reference::CloverOperator, whose site-diagonal
/// matrices it takes over. With a twist the inverse is applied as (T - i mubar gamma5) (T_0^2 + mubar^2)^-1, T_0 the
/// hermitian part of T, so that all blocks on the device are hermitian.
class CloverOperator : public FermionOperator<SpinorField> {
 public:
  /// `exact` must have been made from the links that are in `u`.
  CloverOperator(const DeviceLattice& lattice, const GaugeField& u, const reference::CloverOperator& exact);

  void even_odd(const SpinorField& in, SpinorField& out, bool dagger = false) override;
  double normal_flops() const override;

 private:
  const GaugeField& u_;
  double kappa_, mubar_;
  HopBoundary boundary_;
  ChiralField even_, inverse_odd_;
  std::optional<ChiralField> odd_term_;  ///< T on the odd sites, with a twist only
  SpinorField odd_, turned_;
};

}  // namespace glueball
