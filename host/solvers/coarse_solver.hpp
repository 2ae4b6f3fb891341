// The solver of multigrid's coarse lattice.
#pragma once

#include "solvers/coarse_operator.hpp"

namespace glueball {

/// Makes a number of steps of generalised conjugate residuals on the even-odd form of D_c x = b, (1 - L_eo
/// L_oe) x_e = (A^-1 b)_e - L_eo (A^-1 b)_o. All scalars stay on the device, and the number of steps is
/// fixed, so that the host never waits: coarse lattices are small, and a wait takes longer than a step.
class CoarseSolver {
 public:
  /// `op` must outlive this. Throws Error(device) if memory does not suffice.
  CoarseSolver(const CoarseOperator& op, int steps);

  void solve(const FullCoarseField& b, FullCoarseField& x);

 private:
  const CoarseOperator& op_;
  std::uint32_t steps_, texels_, groups_, results_;
  FullCoarseField inverted_;  ///< A^-1 b
  CoarseField odd_;           ///< L_oe of a vector
  CoarseField w_, z_;         ///< the vectors of all steps (shaders/multigrid/gcr_update.comp)
  Partials partials_;
  GcrScalars scalars_;
};

}  // namespace glueball
