// Staggered quarks of several masses from one source, solved for at once.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "solvers/quark_solver.hpp"

namespace glueball {

/// (m_i + D) x_i = b for all masses m_i: one conjugate gradient with several shifts takes all of them to what
/// the precision of the iterations is good for, then each is solved on alone to its true residual in double.
class MultimassSolver {
 public:
  using Full = std::array<ParityColourField, 2>;
  virtual ~MultimassSolver() = default;

  virtual const std::vector<double>& masses() const = 0;
  /// As QuarkSolver::deflate: one set of eigenvectors serves all masses, which shift its values.
  virtual void deflate(bool on) = 0;
  /// x has a field a mass; what they held does not matter. Of the time and the operations that all masses
  /// share, each result has its part; SolveResult::shared says how many iterations were. Throws
  /// Error(not_converged) that says of which mass, why and how far it came.
  virtual std::vector<SolveResult> solve(const Full& b, std::span<Full> x) = 0;
};

/// `quark` is the quark but for its mass. Throws Error(bad_value) for no masses, one that is given twice, is
/// 0 or no number, for another action than staggered and for other solvers than conjugate gradients,
/// Error(device) when it does not fit.
std::unique_ptr<MultimassSolver> make_multimass_solver(gpu::Device& device, const Configuration& u,
                                                       const QuarkParameters& quark,
                                                       const std::vector<double>& masses,
                                                       const SolverOptions& options);

}  // namespace glueball
