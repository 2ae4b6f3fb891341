// How the solves of an action with quarks are done.
#pragma once

#include <optional>

#include "base/error.hpp"
#include "gpu/info.hpp"

namespace glueball {

struct ActionSolves {
  /// |b - A x| / |b| of a force's solves, A being M^+ M of the even-odd form, for each pole with its shift.
  /// The residual is the iterations' own; with `inner` it is computed anew in the precision of the lattice.
  double force_tolerance = 1e-6;
  /// The same of an energy's solves, computed from x in double. Of b^+ A^-1 b that leaves an error of at most
  /// its square times |b|^2 / (the smallest eigenvalue of A), of a rational function one of first order.
  double action_tolerance = 1e-10;
  int max_iterations = 5000;  ///< of one solve
  /// Of the iterations, shorter than the lattice's; its own where there is none. Forces are then solved with
  /// reliable updates in the lattice's precision. Not with fields in images.
  std::optional<gpu::Precision> inner = {};
  gpu::HalfFormat half_format = gpu::HalfFormat::fixed;  ///< of iterations in half precision
  /// Earlier solutions that a force's solve starts from (Chronology); 0: from nothing, so that the force is a
  /// function of the links alone and molecular dynamics can be reversed to rounding, whatever the tolerance.
  int chronology = 0;
};

/// What a solver says, in the parameters of molecular dynamics in that precision: there iterations in double
/// are those of dynamics in double, where nothing shorter is asked for.
Error in_dynamics(const Error& error, gpu::Precision dynamics);

}  // namespace glueball
