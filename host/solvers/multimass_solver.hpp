// Staggered quarks of several masses solved for one source at once.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "solvers/quark_solver.hpp"

namespace glueball {

/// Solves (m_i + D) x_i = b for all masses m_i. Multi-shift conjugate gradients solve for all of them to the
/// precision of the iterations. Then each is continued alone to its true residual in double.
class MultimassSolver {
 public:
  using Full = std::array<ParityColourField, 2>;
  virtual ~MultimassSolver() = default;

  virtual const std::vector<double>& masses() const = 0;
  /// As QuarkSolver::deflate. One set of eigenvectors serves all masses, which shift its eigenvalues.
  virtual void deflate(bool on) = 0;
  /// x has a field for each mass, whose contents are overwritten. Each result has its part of the time and
  /// operations that all masses share; SolveResult::shared is the number of shared iterations. Throws
  /// Error(not_converged) that says for which mass, why, and at which residual.
  virtual std::vector<SolveResult> solve(const Full& b, std::span<Full> x) = 0;
};

/// `quark` is the quark without its mass. Throws Error(bad_value) for no masses, for one that is given twice,
/// is 0 or not finite, for another action than staggered and for other solvers than conjugate gradients.
/// Throws Error(device) if memory does not suffice.
std::unique_ptr<MultimassSolver> make_multimass_solver(gpu::Device& device, const Configuration& u,
                                                       const QuarkParameters& quark,
                                                       const std::vector<double>& masses,
                                                       const SolverOptions& options);

}  // namespace glueball
