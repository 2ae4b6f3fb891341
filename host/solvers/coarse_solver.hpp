// The solver of multigrid's coarse lattice.
#pragma once

#include "solvers/coarse_operator.hpp"

namespace glueball {

/// Makes a number of steps of generalised conjugate residuals on the even-odd form of D_c x = b, (1 - L_eo
/// L_oe) x_e = (A^-1 b)_e - L_eo (A^-1 b)_o, for several right-hand sides at once. All scalars stay on the
/// device, and the number of steps is fixed, so that the host never waits: coarse lattices are small, and a
/// wait takes longer than a step. A direction is made orthogonal to the last GCR_KEPT - 1.
class CoarseSolver {
 public:
  /// `op` must outlive this. There are at most `columns` right-hand sides. Throws Error(device) if memory
  /// does not suffice.
  CoarseSolver(const CoarseOperator& op, std::uint32_t columns);

  /// Solves for the first `columns` vectors of b, which like x has space for ColumnGroups::padded ones.
  void solve(int steps, std::uint32_t columns, const FullCoarseField& b, FullCoarseField& x);
  /// Returns |r| of the even-odd system in the first column after a solve of so many steps.
  double residual(int steps) const;

 private:
  const CoarseOperator& op_;
  std::uint32_t texels_, groups_, results_;
  FullCoarseField inverted_;  ///< A^-1 b
  CoarseField odd_;           ///< L_oe of a vector
  CoarseField w_, z_;         ///< the vectors of all steps (shaders/lib/gcr.glsl)
  Partials partials_;
  GcrScalars scalars_;
};

}  // namespace glueball
