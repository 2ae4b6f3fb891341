// The solver of the 2006 paper: short precision on the device, restarted from the CPU in double.
#pragma once

#include "reference/even_odd_operator.hpp"
#include "solvers/defect_correction.hpp"

namespace glueball {

/// Solves A x = b, A the hermitian matrix of SolverMatrix::normal, to a true residual by defect correction
/// with conjugate gradients inside.
template <class F>
class MixedSolver {
 public:
  using Half = typename HostField<F>::type;
  explicit MixedSolver(ConjugateGradient<F>& inner, const DeviceLattice& lattice)
      : inner_(inner), device_(lattice) {}

  /// `exact` is the same operator in double (made from the same links). Throws Error(not_converged) that says
  /// why.
  SolveResult solve(const reference::EvenOddOperator<Half>& exact, const Half& b, Half& x, double tolerance,
                    int max_iterations, const std::function<void(int, double)>& progress = {},
                    Start start = Start::zero);

  /// By the precision of the device's fields.
  static InnerSolve goals(gpu::Precision precision);

 private:
  ConjugateGradient<F>& inner_;
  Correction<F> device_;
};

template <class F>
MixedSolver(ConjugateGradient<F>&, const DeviceLattice&) -> MixedSolver<F>;

extern template class MixedSolver<SpinorField>;
extern template class MixedSolver<ColourField>;

}  // namespace glueball
