// The links of a solve on a device, and checks of its parameters.
#pragma once

#include <optional>

#include "field/field.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball {

/// Throws Error(bad_value) for parameters that the action does not use, and for invalid options.
void check_solve(const QuarkParameters& quark, const SolverOptions& options);

/// Returns the quark with phases on wrapping links only, so that the CPU's operator equals the device's.
/// BoundaryRotation converts fields between this boundary and the requested one. Throws Error(bad_value) as
/// Boundary::check does.
QuarkParameters wrapped_quark(QuarkParameters quark, const Geometry& geometry);

/// Throws Error(not_converged) for a solution whose residual on all sites is above the tolerance, whatever
/// the even-odd system's residual is.
void require_solved(const SolveResult& result, double tolerance);

/// True if a solve computes its outer residuals on the device.
bool residuals_on_device(const gpu::Device& device, const SolverOptions& options);

/// A configuration in the precision of the iterations, and in double if residuals are on the device. It is
/// uploaded once, and converted on the device if that is possible.
class SolverLinks {
 public:
  /// A lattice with its links.
  struct OnLattice {
    OnLattice(gpu::Device& device, const Geometry& geometry, const LatticeOptions& options)
        : lattice(device, geometry, options), u(lattice) {}
    DeviceLattice lattice;
    GaugeField u;
  };

  /// `layers` is the number of ghost layers on a split lattice.
  SolverLinks(gpu::Device& device, const Configuration& u, const SolverOptions& options, bool with_outer,
              int layers);

  std::optional<OnLattice> outer;  ///< in double
  OnLattice inner;                 ///< in the precision of the iterations
};

}  // namespace glueball
