#include "solvers/mixed_solver.hpp"

namespace glueball {

template <class F>
InnerSolve MixedSolver<F>::goals(gpu::Precision precision) {
  switch (precision) {
    case gpu::Precision::half:
      return {.tolerance = 2e-2, .least_gain = 0.5};
    case gpu::Precision::single:
      return {.tolerance = 1e-4, .least_gain = 0.1};
    case gpu::Precision::double_:
      break;
  }
  return {.tolerance = 1e-11, .least_gain = 1e-6};
}

template <class F>
SolveResult MixedSolver<F>::solve(const reference::EvenOddOperator<Half>& exact, const Half& b, Half& x,
                                  double tolerance, int max_iterations,
                                  const std::function<void(int, double)>& progress, Start start) {
  return defect_correction<F>(
      device_, goals(device_.lattice.precision()),
      [&](const F& r, F& correction, double goal, int most) {
        return inner_.solve(r, correction, goal, most);
      },
      [&](const F& in, F& out) {
        F middle(device_.lattice);
        inner_.op().normal(in, middle, out);
      },
      [&](const Half& in, Half& out) { exact.normal(in, out); }, b, x, tolerance, max_iterations, progress,
      start);
}

template class MixedSolver<SpinorField>;
template class MixedSolver<ColourField>;

}  // namespace glueball
