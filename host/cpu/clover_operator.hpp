// Clover-improved Wilson quarks with or without a twisted mass, on the CPU in double precision.
#pragma once

#include "cpu/schur_operator.hpp"
#include "lattice/chiral_block.hpp"
#include "lattice/configuration.hpp"

namespace glueball::cpu {

/// Coefficients of the planes without and with t. Both are c_sw, except on anisotropic lattices.
struct CloverCoefficients {
  double spatial, temporal;
  CloverCoefficients(double csw) : spatial(csw), temporal(csw) {}  // NOLINT: one number is the usual case
  CloverCoefficients(double spatial_planes, double temporal_planes)
      : spatial(spatial_planes), temporal(temporal_planes) {}
};

/// Returns T(x) = 1 - kappa sum_{mu<nu} c_mu_nu sigma_mu_nu F_mu_nu(x) on the sites of one parity, with
/// sigma_mu_nu = i/2 [gamma_mu, gamma_nu] and the hermitian clover F = (Q - Q^+) / 8i with its trace. M = T -
/// kappa H is 2 kappa times Sheikholeslami's and Wohlert's D + m - (c_sw / 4) sigma_mu_nu F_mu_nu (Nucl.
/// Phys. B259 (1985) 572; sum over all mu and nu). T is hermitian and commutes with gamma5. Boundary phases
/// cancel in it.
ParityChiralField clover_term(const Configuration& u, Parity parity, double kappa,
                              const CloverCoefficients& c);

/// Adds the twisted mass: t += i mubar gamma5.
void add_twist(double mubar, ParityChiralField& t);

/// M = T + 2 i kappa mu gamma5 - kappa H with the T of clover_term, or exp(T - 1) in its place (A. Francis,
/// P. Fritzsch, M. Luescher, A. Rago, arXiv:1911.04533), which is positive and has the determinant 1.
class CloverOperator : public SchurOperator {
 public:
  struct Options {
    CloverCoefficients csw = 1.0;
    double mu = 0.0;  ///< twisted mass, of either sign
    bool exponential = false;
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

}  // namespace glueball::cpu
