#include "solvers/mixed_solver.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.hpp"
#include "reference/axpy.hpp"
#include "reference/norm2.hpp"

namespace glueball {
namespace {

void scale(double a, HalfSpinorField& x) {
  for (auto& spinor : x)
    for (auto& colour : spinor.s)
      for (auto& z : colour) z *= a;
}

}  // namespace

MixedSolver::MixedSolver(ConjugateGradient& inner, const DeviceLattice& lattice)
    : inner_(inner), lattice_(lattice), b_(lattice), x_(lattice) {}

SolveResult MixedSolver::solve(const reference::WilsonOperator<double>& exact, const HalfSpinorField& b,
                               HalfSpinorField& x, double tolerance, int max_iterations) {
  SolveResult result;
  x.assign(b.size(), {});
  HalfSpinorField r = b, correction(b.size()), ax(b.size());
  const double norm = std::sqrt(reference::norm2(b));
  if (!std::isfinite(norm)) throw Error(Status::not_converged, "the solver's right-hand side is not finite");
  double residual = norm;
  result.residual = norm > 0 ? 1.0 : 0.0;
  const auto fail = [&](const std::string& why, const std::string& hint) {
    throw Error(Status::not_converged,
                fmt::format("solver: {} (true residual {:.3g} after {} iterations and {} restarts, asked for {:.3g})", why,
                            result.residual, result.iterations, result.restarts, tolerance),
                hint);
  };

  while (residual > tolerance * norm) {
    if (result.iterations >= max_iterations)
      fail("out of iterations", "raise --max-iterations or move kappa away from critical");
    // The device solves for a right-hand side of norm one: single precision has a range, too.
    scale(1.0 / residual, r);
    upload(lattice_, r, b_);
    // No further than needed: the last inner solve stops where the outer residual is reached.
    const double goal = std::max(kInnerTolerance, 0.5 * tolerance * norm / residual);
    const DeviceCgResult inner = inner_.solve(b_, x_, goal, max_iterations - result.iterations);
    download(lattice_, x_, correction);
    result.restarts += result.history.empty() ? 0 : 1;
    result.iterations += inner.iterations;

    reference::axpy(residual, correction, x);
    exact.normal(x, ax);
    r = b;
    reference::axpy(-1.0, ax, r);
    const double next = std::sqrt(reference::norm2(r));
    result.residual = next / norm;
    result.history.push_back(result.residual);
    if (!std::isfinite(next)) fail("the device returned numbers that are not finite", "run 'glueball doctor'");
    if (inner.state == SolverState::exhausted)
      fail("out of iterations", "raise --max-iterations or move kappa away from critical");
    // A healthy device misses its goal by rounding times the condition number, not by a factor of a thousand.
    if (next > std::max(10 * goal, kLeastGain) * residual)
      fail("the device reports convergence, the residual in double disagrees",
           "device memory or arithmetic is at fault, or kappa is beyond critical: run 'glueball doctor'");
    residual = next;
  }
  return result;
}

}  // namespace glueball
