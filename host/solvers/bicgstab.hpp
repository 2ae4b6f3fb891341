// BiCGStab on a device, restarted from the CPU in double.
#pragma once

#include "solvers/mixed_solver.hpp"

namespace glueball {

/// Solves Mhat x = b itself, without normal equations: two applications of Mhat an iteration, and no promise
/// that it converges (van der Vorst, SIAM J. Sci. Stat. Comput. 13 (1992) 631). Defect correction in double
/// as in MixedSolver; the inner solver's scalars stay on the device as those of ConjugateGradient do.
template <class F>
class BiCgStab {
 public:
  using Half = typename HostField<F>::type;
  explicit BiCgStab(SolverMatrix<F>& op);

  /// One solve in the device's precision from x = 0.
  DeviceCgResult solve(const F& b, F& x, double tolerance, int max_iterations);

  /// To a true residual in double. Throws Error(not_converged) that says why.
  SolveResult solve(const reference::EvenOddOperator<Half>& exact, const Half& b, Half& x, double tolerance,
                    int max_iterations, const std::function<void(int, double)>& progress = {});

 private:
  void iterate(F& x);

  SolverMatrix<F>& op_;
  const DeviceLattice& lattice_;
  F r_, r0_, p_, v_, t_;
  Correction<F> device_;
  Partials partials_;
  BiCgStabScalars scalars_;
};

extern template class BiCgStab<SpinorField>;
extern template class BiCgStab<ColourField>;

}  // namespace glueball
