// The solver of the 2006 paper: single precision on the device, restarted from the CPU in double.
#pragma once

#include <functional>
#include <vector>

#include "lattice/transfer.hpp"
#include "reference/wilson_dslash.hpp"
#include "solvers/conjugate_gradient.hpp"

namespace glueball {

struct SolveResult {
  int iterations = 0;            ///< single-precision iterations on the device, all restarts together
  int restarts = 0;              ///< inner solves beyond the first
  double residual = 0;           ///< |b - A x| / |b|, computed in double on the CPU
  std::vector<double> history;   ///< that residual after every inner solve
};

/// Solves Mhat^+ Mhat x = b to a true residual: defect correction. The residual b - A x and the solution are kept in
/// double on the CPU; each inner solve takes the residual down by what single precision can do. A residual that does not
/// fall although the device says it did is a fault of the device's memory or arithmetic and ends the solve.
class MixedSolver {
 public:
  explicit MixedSolver(ConjugateGradient& inner, const DeviceLattice& lattice);

  /// `exact` is the same operator in double (made from the same links). Throws Error(not_converged) that says why.
  SolveResult solve(const reference::WilsonOperator<double>& exact, const HalfSpinorField& b, HalfSpinorField& x,
                    double tolerance, int max_iterations);

  /// How far an inner solve is asked to go.
  static constexpr double kInnerTolerance = 1e-4;
  /// What an inner solve that says it has converged must at least bring the true residual down to, or the device is at
  /// fault. Defect correction would survive worse, and slight damage would pass as slow convergence.
  static constexpr double kLeastGain = 0.1;

 private:
  ConjugateGradient& inner_;
  const DeviceLattice& lattice_;
  SpinorField b_, x_;
};

}  // namespace glueball
