// Short precision inside, long precision outside, both on the device: conjugate gradients with reliable
// updates.
#pragma once

#include "linalg/global_sums.hpp"
#include "solvers/conjugate_gradient.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball {

/// Solves A x = b in the precision of `outer`'s lattice with iterations in that of `inner`'s: whenever the
/// iterated residual has fallen by kDelta, the solution is added up and the residual computed anew in the
/// outer precision, and the search goes on in the direction it had (Clark et al., arXiv:0911.3191,
/// section 4.3). Both operators are made from the same links.
template <class F>
class ReliableSolver {
 public:
  ReliableSolver(SolverMatrix<F>& outer, ConjugateGradient<F>& inner);

  /// b and x in outer precision. From a start that is given the history begins with its residual. Throws
  /// Error(not_converged) that says why and how far it came.
  SolveResult solve(const F& b, F& x, double tolerance, int max_iterations,
                    const std::function<void(int, double)>& progress = {}, Start start = Start::zero);

  /// How far the residual falls between two updates.
  static constexpr double kDelta = 0.1;

 private:
  SolverMatrix<F>& outer_;
  ConjugateGradient<F>& inner_;
  F r_, middle_, ax_;    ///< outer
  F inner_r_, inner_x_;  ///< inner
  GlobalSums sums_;
  double scale_of_last_ = 1;  ///< what the inner vectors of the last leg are multiples of
};

template <class OuterOperator, class F>
ReliableSolver(OuterOperator&, ConjugateGradient<F>&) -> ReliableSolver<F>;

extern template class ReliableSolver<SpinorField>;
extern template class ReliableSolver<ColourField>;

}  // namespace glueball
