// How the solves of an action with quarks are done.
#pragma once

#include <optional>

#include "base/error.hpp"
#include "gpu/info.hpp"

namespace glueball {

struct ActionSolves {
  double force_tolerance = 1e-6;    ///< |r| / |b| of the force's solve, on the device
  double action_tolerance = 1e-10;  ///< true residual, in double, of the energy's solve
  int max_iterations = 5000;        ///< of one solve
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
