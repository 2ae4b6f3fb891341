// This is the solver of the 2006 paper on fields of the host.
#pragma once

#include "solvers/refinement.hpp"

namespace glueball::test {

class HostSolver {
 public:
  /// `op` is that of `exact` on a device and must outlive it.
  HostSolver(std::shared_ptr<const HostOperator<SpinorField>> exact, SolverMatrix<SpinorField>& op)
      : precise_(precise_on_host<SpinorField>(std::move(exact))),
        cg_(op),
        inner_(cg_),
        refinement_(*precise_, inner_) {}

  SolveResult solve(const ParitySpinorField& b, ParitySpinorField& x, double tolerance, int max_iterations) {
    PreciseField<SpinorField> solution = precise_->make();
    const SolveResult result =
        refinement_.solve(PreciseField<SpinorField>(b), solution, tolerance, max_iterations);
    x = std::move(solution.host());
    return result;
  }

 private:
  std::unique_ptr<PreciseOperator<SpinorField>> precise_;
  ConjugateGradient<SpinorField> cg_;
  InnerCg<SpinorField> inner_;
  Refinement<SpinorField> refinement_;
};

}  // namespace glueball::test
