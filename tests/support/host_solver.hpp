// The solver of the 2006 paper on fields of the host.
#pragma once

#include "solvers/refinement.hpp"

namespace glueball::test {

class HostSolver {
 public:
  /// `op` is that of `exact` on a device and must outlive it.
  HostSolver(std::shared_ptr<const HostOperator<SpinorField>> exact, SolverMatrix<SpinorField>& op)
      : space_(space_on_host<SpinorField>(std::move(exact))),
        cg_(op),
        inner_(cg_),
        refinement_(*space_, inner_) {}

  SolveResult solve(const ParitySpinorField& b, ParitySpinorField& x, double tolerance, int max_iterations) {
    OuterField<SpinorField> solution = space_->make();
    const SolveResult result =
        refinement_.solve(OuterField<SpinorField>(b), solution, tolerance, max_iterations);
    x = std::move(solution.host());
    return result;
  }

 private:
  std::unique_ptr<OuterSpace<SpinorField>> space_;
  ConjugateGradient<SpinorField> cg_;
  InnerCg<SpinorField> inner_;
  Refinement<SpinorField> refinement_;
};

}  // namespace glueball::test
