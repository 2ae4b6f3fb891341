#include "solvers/reliable_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "linalg/copy.hpp"
#include "solvers/device_control.hpp"

namespace glueball {
namespace {

/// Updates that may fail to bring the residual down before the solve is given up: short precision wavers at
/// the end.
constexpr int kPatience = 5;

}  // namespace

template <class F>
ReliableSolver<F>::ReliableSolver(SolverMatrix<F>& outer, ConjugateGradient<F>& inner)
    : outer_(outer),
      inner_(inner),
      r_(outer.lattice()),
      middle_(outer.lattice()),
      ax_(outer.lattice()),
      inner_r_(inner.op().lattice()),
      inner_x_(inner.op().lattice()),
      sums_(outer.lattice()) {}

template <class F>
SolveResult ReliableSolver<F>::solve(const F& b, F& x, double tolerance, int max_iterations,
                                     const std::function<void(int, double)>& progress, Start start) {
  const DeviceLattice &outer = outer_.lattice(), &inner = inner_.op().lattice();
  const Launch all(outer, kFieldFlags<F>);
  SolveResult result;
  const auto fail = [&](const char* why, const char* hint) {
    throw Error(
        ErrorKind::not_converged,
        fmt::format(
            "solver: {} (residual {:.3g} after {} iterations and {} reliable updates, asked for {:.3g})", why,
            result.residual, result.iterations, result.restarts, tolerance),
        hint);
  };

  const double norm = std::sqrt(sums_.norm2(b));
  if (!std::isfinite(norm)) fail("the right-hand side is not finite", "check the source");
  double residual = norm;
  result.residual = norm > 0 ? 1 : 0;
  if (start == Start::given && norm > 0) {
    outer_.normal(x, middle_, ax_);
    kernels::Axpby::run(all, {.a = 1, .b = -1}, b, ax_, r_);
    residual = std::sqrt(sums_.norm2(r_));
    if (residual < norm)
      result.history.push_back(result.residual = residual / norm);
    else
      start = Start::zero;
  }
  if (start == Start::zero || norm == 0) {
    kernels::Axpby::run(all, {.a = 0, .b = 0}, b, b, x);
    kernels::Copy::run(all, {}, b, r_);
    residual = norm;
  }
  double best = residual;
  int without_gain = 0;
  for (bool first = true; residual > tolerance * norm; first = false) {
    if (result.iterations >= max_iterations)
      fail("out of iterations", "raise <max_iterations> or move kappa away from critical");
    // The inner numbers have a range: r / |r| and, accordingly, the correction by |r|. The direction p scales
    // along.
    kernels::Scale::run(all, {.a = 1 / residual, .b = 0}, r_);
    copy(r_, inner_r_);
    const double goal = std::max(kDelta, 0.5 * tolerance * norm / residual);
    inner_.begin(inner_r_, goal, max_iterations - result.iterations, !first, scale_of_last_ / residual);
    kernels::Axpby::run({inner, kFieldFlags<F>}, {.a = 0, .b = 0}, inner_r_, inner_r_, inner_x_);
    const DeviceCgResult leg = inner_.leg(inner_x_);
    scale_of_last_ = residual;
    result.iterations += leg.iterations;
    result.restarts += result.history.empty() ? 0 : 1;

    // x += |r| dx
    copy(inner_x_, middle_);
    kernels::Axpy::run(all, {.a = residual, .b = 0}, middle_, x);
    outer_.normal(x, middle_, ax_);
    kernels::Axpby::run(all, {.a = 1, .b = -1}, b, ax_, r_);
    residual = std::sqrt(sums_.norm2(r_));
    result.residual = residual / norm;
    result.history.push_back(result.residual);
    if (progress) progress(result.iterations, result.residual);
    if (!std::isfinite(residual)) fail("the numbers are not finite any more", "run 'glueball doctor'");
    if (residual <= tolerance * norm) break;
    if (leg.state == SolverState::exhausted)
      fail("out of iterations", "raise <max_iterations> or move kappa away from critical");
    if (leg.state == SolverState::broken && leg.iterations == 0)
      fail("the search direction has broken down",
           "the matrix is singular to this precision: try <inner single> or double");
    without_gain = residual < 0.9 * best ? 0 : without_gain + 1;
    best = std::min(best, residual);
    if (without_gain >= kPatience)
      fail("the residual does not fall any more",
           "ask for a larger <tolerance>, or try <inner single> or double");
  }
  return result;
}

template class ReliableSolver<SpinorField>;
template class ReliableSolver<ColourField>;

}  // namespace glueball
