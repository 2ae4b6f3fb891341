// The solves of an action's energy in double on the device.
#pragma once

#include <memory>

#include "actions/exact_links.hpp"
#include "fermion/fermion_operator.hpp"
#include "solvers/reliable_solver.hpp"

namespace glueball {

/// The operator on ExactLinks, and A x = b to a residual in double: iterations in the precision of the
/// force's solves, with reliable updates.
template <class F>
class ExactSolver {
 public:
  /// `links` and `inner` must outlive it.
  ExactSolver(const ExactLinks& links, std::unique_ptr<FermionOperator<F>> op, ConjugateGradient<F>& inner)
      : b(links.lattice()),
        x(links.lattice()),
        sums(links.lattice()),
        op_(std::move(op)),
        reliable_(*op_, inner) {}

  FermionOperator<F>& op() { return *op_; }
  const DeviceLattice& lattice() const { return op_->lattice(); }
  double log_det() { return op_->log_det(sums); }
  /// Throws Error(not_converged).
  SolveResult solve(const F& rhs, F& solution, double tolerance, int max_iterations) {
    return reliable_.solve(rhs, solution, tolerance, max_iterations);
  }

  F b, x;  ///< for the action's use, while it computes an energy
  GlobalSums sums;

 private:
  std::unique_ptr<FermionOperator<F>> op_;
  ReliableSolver<F> reliable_;
};

}  // namespace glueball
