// Clover-improved Wilson quarks with or without a twisted mass, on the CPU in double precision.
#pragma once

#include "reference/clover_term.hpp"
#include "reference/schur_operator.hpp"

namespace glueball::reference {

/// M = T + 2 i kappa mu gamma5 - kappa H with the T of clover_term.
class CloverOperator : public SchurOperator {
 public:
  struct Options {
    CloverCoefficients csw = 1.0;
    double mu = 0.0;  ///< twisted mass, of either sign
    Boundary boundary = kAntiperiodicInTime;
  };

  /// Copies the links. Throws Error(bad_value) as Boundary::check does, Error(not_converged) if a block of T
  /// is singular.
  CloverOperator(const Configuration& u, double kappa, const Options& options);

  double mubar() const { return mubar_; }
  const Boundary& boundary() const { return boundary_; }
  /// Return T + 2 i kappa mu gamma5 and its inverse on one parity.
  const ParityChiralField& term(Parity parity) const { return term_[int(parity)]; }
  const ParityChiralField& inverse_term(Parity parity) const { return inverse_[int(parity)]; }

  double log_det() const override;
  void diagonal(Parity parity, ParitySpinorField& psi, bool dagger = false) const override;
  void inverse_diagonal(Parity parity, ParitySpinorField& psi, bool dagger = false) const override;

 private:
  double mubar_;
  Boundary boundary_;
  std::array<ParityChiralField, 2> term_, inverse_;
};

}  // namespace glueball::reference
