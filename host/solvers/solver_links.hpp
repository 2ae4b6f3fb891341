// The links of a solve on a device, and what is checked before there are any.
#pragma once

#include <optional>

#include "field/field.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball {

/// Throws Error(bad_value) for parameters that the action does not have values for, and for options that make
/// no sense.
void check_solve(const QuarkParameters& quark, const SolverOptions& options);

/// The quark with phases on wrapping links alone: the CPU's operator must have what the device's has.
/// BoundaryRotation turns fields between this boundary and the one asked for. Throws Error(bad_value) as
/// Boundary::check does.
QuarkParameters wrapped_quark(QuarkParameters quark, const Geometry& geometry);

/// Throws Error(not_converged) for a solution whose residual on all sites is above the tolerance, whatever
/// that of the even-odd system says.
void require_solved(const SolveResult& result, double tolerance);

/// Whether a solve has its residuals from the device.
bool residuals_on_device(const gpu::Device& device, const SolverOptions& options);

/// A configuration in the precision of the iterations and, where residuals are the device's, in double
/// beside it: uploaded once, and converted where the device can.
class SolverLinks {
 public:
  /// A lattice of its own, with its links.
  struct OnLattice {
    OnLattice(gpu::Device& device, const Geometry& geometry, const LatticeOptions& options)
        : lattice(device, geometry, options), u(lattice) {}
    DeviceLattice lattice;
    GaugeField u;
  };

  /// With so many layers of the neighbours' where the lattice is split.
  SolverLinks(gpu::Device& device, const Configuration& u, const SolverOptions& options, bool with_outer,
              int layers);

  std::optional<OnLattice> outer;  ///< in double
  OnLattice inner;                 ///< of the iterations
};

}  // namespace glueball
