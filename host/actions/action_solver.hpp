// The solves of an action with quarks: on the device for forces, to a true residual in double for energies.
#pragma once

#include <memory>
#include <utility>

#include "actions/chronology.hpp"
#include "actions/exact_solver.hpp"
#include "actions/solves.hpp"
#include "fermion/registry.hpp"
#include "solvers/mixed_solver.hpp"
#include "solvers/reliable_solver.hpp"

namespace glueball {

/// A quark's operator of the registry and A x = b with it, in the precision of a lattice and, where `solves`
/// asks for one, in a shorter one beside it; and in double for energies.
template <class F>
class ActionSolver {
 public:
  using Half = typename HostField<F>::type;
  /// The fields must outlive the solver. Throws Error(bad_value) for an inner precision that is not shorter
  /// than the lattice's, or beside fields in images.
  ActionSolver(const DeviceLattice& lattice, const GaugeField& u, const ActionSolves& solves,
               const QuarkParameters& quark);
  ~ActionSolver();

  FermionOperator<F>& op() { return *op_; }
  const ActionSolves& solves() const { return solves_; }
  const QuarkParameters& quark() const { return quark_; }

  /// To be called when links have changed: the operators follow.
  void links_changed();
  /// To be called when the right-hand sides to come have nothing to do with those before.
  void forget() { chronology_.forget(); }

  /// To solves.force_tolerance on the device. Throws Error(not_converged).
  void solve(const F& b, F& x);
  /// To solves.action_tolerance, the residual in double; `exact` is the operator for the links on the device.
  /// Throws Error(not_converged).
  void solve(const reference::EvenOddOperator<Half>& exact, const Half& b, Half& x);
  /// The operator in double on the host, for these links.
  std::unique_ptr<HostOperator<F>> exact(const Configuration& u) const { return kind_.pair(u, quark_).host; }
  /// The same on the device: the operator for `links` as they are now, after links_changed() for those that
  /// they follow.
  ExactSolver<F>& exact(const ExactLinks& links);
  /// To solves.action_tolerance with that operator, the residual in double. Throws Error(not_converged).
  void solve(ExactSolver<F>& exact, const F& b, F& x);

  /// Iterations since the last call.
  int take_iterations() { return std::exchange(iterations_, 0); }
  /// Of the last solve in double.
  const SolveResult& last_solve() const { return last_solve_; }

 private:
  struct Short;  ///< what lives in the inner precision
  void solve_from_zero(const F& b, F& x, double tolerance);

  const DeviceLattice& lattice_;
  const GaugeField& u_;
  ActionSolves solves_;
  QuarkParameters quark_;
  const OperatorKind<F>& kind_;
  std::unique_ptr<FermionOperator<F>> op_;
  std::unique_ptr<Short> short_;
  std::unique_ptr<ConjugateGradient<F>> cg_;  ///< in the lattice's precision, where there is no other
  std::unique_ptr<MixedSolver<F>> mixed_;
  std::unique_ptr<ExactSolver<F>> exact_;  ///< where it has been asked for
  Chronology<F> chronology_;
  std::unique_ptr<F> residual_, image_;  ///< with guesses only
  GlobalSums sums_;
  SolveResult last_solve_;
  int iterations_ = 0;
};

extern template class ActionSolver<SpinorField>;
extern template class ActionSolver<ColourField>;

}  // namespace glueball
