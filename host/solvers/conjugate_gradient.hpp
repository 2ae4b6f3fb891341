// Conjugate gradient on the normal equations, all of it on the device and in single precision.
#pragma once

#include "kernels/solver.hpp"
#include "solvers/wilson_operator.hpp"

namespace glueball {

enum class SolverState { running = 0, converged = 1, exhausted = 2, broken = 3 };

struct DeviceCgResult {
  SolverState state = SolverState::running;
  int iterations = 0;
  double residual = 0;  ///< |r| / |b| as the recurrence has it; in single precision it may lie, see MixedSolver
};

/// Solves Mhat^+ Mhat x = b from x = 0. Iterations are queued in batches; alpha, beta and the norms never leave the
/// device, and the group counts of the dispatches become zero when the residual is small enough, so what is queued beyond
/// that costs nothing. The host reads the state of one batch while the next one runs. The iterates do not depend on the
/// batches.
class ConjugateGradient {
 public:
  explicit ConjugateGradient(WilsonOperator& op);

  /// Throws Error(device) only; a solve that did not converge says so in its state.
  DeviceCgResult solve(const SpinorField& b, SpinorField& x, double tolerance, int max_iterations);

 private:
  void iterate();

  WilsonOperator& op_;
  const DeviceLattice& lattice_;
  SpinorField r_, p_, mp_, ap_;
  Partials partials_;
  CgScalars scalars_;
  SpinorField* x_ = nullptr;
};

}  // namespace glueball
