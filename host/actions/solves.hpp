// Tolerances and methods of the solves of an action with quarks.
#pragma once

#include <optional>

#include "base/error.hpp"
#include "gpu/info.hpp"

namespace glueball {

struct ActionSolves {
  /// Tolerance of a force's solves: |b - A x| / |b|, A = M^+ M of the even-odd form, for each pole with its
  /// shift. The residual is the solver's recursive one; with `inner` it is computed anew in the precision of
  /// the lattice.
  double force_tolerance = 1e-6;
  /// Tolerance of an energy's solves, where the residual is computed from x in double. The error of b^+ A^-1
  /// b is at most its square times |b|^2 / (the smallest eigenvalue of A); so it is for each pole of a
  /// rational function. Pseudofermions that a heatbath solves for, those of ratios and rational functions,
  /// have errors of first order, and so has H at the start of a trajectory. The energy of overlap quarks has
  /// an error of first order, and that of the sign function.
  double action_tolerance = 1e-10;
  int max_iterations = 5000;  ///< iterations of one solve
  /// Precision of the iterations, shorter than the lattice's; none: the lattice's. Forces are then solved
  /// with reliable updates in the lattice's precision. Fields in images do not allow it.
  std::optional<gpu::Precision> inner = {};
  gpu::HalfFormat half_format = gpu::HalfFormat::fixed;  ///< format of iterations in half precision
  /// Number of earlier solutions for the first guess of a force's solve (Chronology). With 0 a solve starts
  /// from zero, so that the force is a function of the links alone. Molecular dynamics is then reversible to
  /// rounding for every tolerance.
  int chronology = 0;
};

/// Returns a solver's error with a hint for molecular dynamics in that precision. "inner double" becomes
/// "precision double", or "inner auto" if the dynamics is in double precision already.
Error in_dynamics(const Error& error, gpu::Precision dynamics);

}  // namespace glueball
