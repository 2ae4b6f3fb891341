// Two degenerate flavours of Wilson quarks, even-odd preconditioned.
#pragma once

#include <utility>

#include "actions/action.hpp"
#include "lattice/ranlux_field.hpp"
#include "solvers/mixed_solver.hpp"
#include "solvers/wilson_operator.hpp"

namespace glueball {

struct TwoFlavourParameters {
  double kappa = 0.15;               ///< hopping parameter, 1 / (2 m + 8)
  double force_tolerance = 1e-6;     ///< |r| / |b| of the force's solve, on the device
  double action_tolerance = 1e-10;   ///< true residual, in double, of the energy's solve
  int max_iterations = 5000;         ///< of one solve
  std::uint64_t seed = 1;
  RanluxField* ranlux = nullptr;  ///< where phi is drawn from, where there is one
};

/// S = phi^+ (Mhat^+ Mhat)^-1 phi with phi on the even sites: det(Mhat)^2 = det(M)^2, since M_oo = 1.
class TwoFlavourWilson : public Action {
 public:
  TwoFlavourWilson(const DeviceLattice& lattice, const GaugeField& u, MomentumField& p,
                   const TwoFlavourParameters& parameters);

  std::string name() const override { return "two-flavour wilson"; }
  /// phi = Mhat^+ eta with gaussian eta, in double: the energy is |eta|^2 exactly.
  double refresh(const Configuration& u, std::uint32_t step) override;
  /// Throws Error(not_converged) when the solver's true residual cannot be reached.
  double energy(const Configuration& u) override;
  /// Solves from x = 0 every time, so that the force is a function of the links and the dynamics can be reversed.
  /// Throws Error(not_converged).
  void kick(double eps) override;
  int take_iterations() override { return std::exchange(iterations_, 0); }

  /// Of the last energy: iterations, restarts, residual.
  const SolveResult& last_solve() const { return last_solve_; }
  /// The pseudofermion, for tests.
  const HalfSpinorField& phi() const { return phi_; }
  void set_phi(const HalfSpinorField& phi);

 private:
  const DeviceLattice& lattice_;
  const GaugeField& u_;
  MomentumField& p_;
  TwoFlavourParameters parameters_;
  WilsonOperator op_;
  ConjugateGradient<SpinorField> cg_;
  MixedSolver<SpinorField> solver_;
  HalfSpinorField phi_;
  SpinorField device_phi_;
  FullSpinorField x_, y_;
  SolveResult last_solve_;
  int iterations_ = 0;
};

}  // namespace glueball
