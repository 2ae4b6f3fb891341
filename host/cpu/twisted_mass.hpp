// Wilson quarks with a twisted mass on the CPU, in double precision.
#pragma once

#include "cpu/schur_operator.hpp"

namespace glueball::cpu {

/// M = 1 + 2 i kappa mu gamma5 - kappa H for one flavour of the doublet; the other has -mu (Frezzotti,
/// Grassi, Sint and Weisz, hep-lat/0101001). With Q = gamma5 M, Q(mu)^+ = Q(-mu), and Q(mu) Q(-mu) is called
/// Q+ Q- in CL2QCD and tmLQCD. Mhat = R - kappa^2 H_eo R^-1 H_oe with R = 1 + 2 i kappa mu gamma5 is CL2QCD's
/// Aee.
class TwistedMassOperator : public SchurOperator {
 public:
  /// Copies the links. mu may have either sign. Throws Error(bad_value) as Boundary::check does.
  TwistedMassOperator(const Configuration& u, double kappa, double mu,
                      const Boundary& boundary = kAntiperiodicInTime)
      : SchurOperator({u, kappa, boundary}), mu_(mu) {}

  double mu() const { return mu_; }
  /// Returns 2 kappa mu.
  double mubar() const { return 2.0 * kappa() * mu_; }

  void diagonal(Parity parity, ParitySpinorField& psi, bool dagger = false) const override;
  /// Applies R^-1 = (1 - i mubar gamma5) / (1 + mubar^2).
  void inverse_diagonal(Parity parity, ParitySpinorField& psi, bool dagger = false) const override;

 private:
  double mu_;
};

}  // namespace glueball::cpu
