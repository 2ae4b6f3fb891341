// Several right-hand sides solved for at once to a true residual, links read once for all of them.
#pragma once

#include "solvers/block_cg.hpp"
#include "solvers/block_residuals.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball {

/// Solves A x_n = b_n for all n with iterations of a BlockCg: whenever the residuals have fallen by `fall`,
/// solutions are added up and residuals computed anew in double, and each search goes on in its direction, as
/// ReliableSolver's does. A solution that is found waits for the others.
class BlockSolver {
 public:
  /// For up to inner.count() right-hand sides.
  BlockSolver(BlockCg& inner, std::unique_ptr<BlockResiduals> outer, double fall);

  /// Sources and solutions on all sites. Throws Error(not_converged) that says which could not be solved,
  /// why, and how far it came. `progress` hears of the most iterations and the largest residual of all.
  std::vector<SolveResult> solve(std::span<const BlockResiduals::Full> b, std::span<BlockResiduals::Full> x,
                                 double tolerance, int max_iterations,
                                 const std::function<void(int, double)>& progress = {});

 private:
  BlockCg& inner_;
  std::unique_ptr<BlockResiduals> outer_;
  double fall_;
  MultiSpinorField r_, x_;
  SpinorField one_, none_;
};

}  // namespace glueball
