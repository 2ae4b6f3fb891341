#include "solvers/defect_correction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

void scale(double a, HalfColourField& x) {
  for (auto& vector : x)
    for (auto& z : vector.c) z *= a;
}

}  // namespace

template <class F>
SolveResult defect_correction(
    Correction<F>& device, const InnerSolve& goals,
    const std::function<DeviceCgResult(const F&, F&, double, int)>& inner,
    const std::function<void(const F&, F&)>& on_device,
    const std::function<void(const typename HostField<F>::type&, typename HostField<F>::type&)>& apply,
    const typename HostField<F>::type& b, typename HostField<F>::type& x, double tolerance,
    int max_iterations, const std::function<void(int, double)>& progress, Start start) {
  using Half = typename HostField<F>::type;
  SolveResult result;
  Half r = b, correction(b.size()), ax(b.size());
  const double norm = std::sqrt(reference::norm2(b));
  if (!std::isfinite(norm))
    throw Error(ErrorKind::not_converged, "the solver's right-hand side is not finite");
  double residual = norm;
  result.residual = norm > 0 ? 1.0 : 0.0;
  if (start == Start::given && norm > 0) {
    apply(x, ax);
    reference::axpy(-1.0, ax, r);
    residual = std::sqrt(reference::norm2(r));
    if (residual < norm)
      result.history.push_back(result.residual = residual / norm);
    else
      start = Start::zero;
  }
  if (start == Start::zero || norm == 0) {
    x.assign(b.size(), {});
    r = b;
    residual = norm;
  }
  const auto fail = [&](const std::string& why, const std::string& hint) {
    throw Error(
        ErrorKind::not_converged,
        fmt::format("solver: {} (true residual {:.3g} after {} iterations and {} restarts, asked for {:.3g})",
                    why, result.residual, result.iterations, result.restarts, tolerance),
        hint);
  };
  /// |b - A x| of the last inner solve, whose b has norm 1, by the device's own A.
  const auto device_residual = [&] {
    F ax(device.lattice);
    on_device(device.x, ax);
    Half rest(b.size()), image(b.size());
    download(device.b, rest);
    download(ax, image);
    reference::axpy(-1.0, image, rest);
    return std::sqrt(reference::norm2(rest));
  };

  while (residual > tolerance * norm) {
    if (result.iterations >= max_iterations)
      fail("out of iterations", "raise <max_iterations> or move kappa away from critical");
    // The device solves for a right-hand side of norm one: single precision has a range, too.
    scale(1.0 / residual, r);
    upload(r, device.b);
    // No further than needed: the last inner solve stops where the outer residual is reached.
    const double goal = std::max(goals.tolerance, 0.5 * tolerance * norm / residual);
    const DeviceCgResult solved = inner(device.b, device.x, goal, max_iterations - result.iterations);
    download(device.x, correction);
    result.restarts += result.history.empty() ? 0 : 1;
    result.iterations += solved.iterations;

    reference::axpy(residual, correction, x);
    apply(x, ax);
    r = b;
    reference::axpy(-1.0, ax, r);
    const double next = std::sqrt(reference::norm2(r));
    result.residual = next / norm;
    result.history.push_back(result.residual);
    if (!std::isfinite(next))
      fail("the device returned numbers that are not finite", "run 'glueball doctor'");
    if (solved.state == SolverState::exhausted)
      fail("out of iterations", "raise <max_iterations> or move kappa away from critical");
    if (solved.state == SolverState::broken && next > 0.9 * residual)
      fail("the search has broken down",
           "the matrix is singular, or nearly: try <solver cg>, <inner double>, another mass");
    // A healthy device misses its goal by rounding times the condition number, not by a factor of a thousand.
    if (next > std::max(10 * goal, goals.least_gain) * residual) {
      const double reached = next / residual, seen = device_residual();
      if (seen > 0.1 * reached)
        fail(fmt::format("the matrix is too ill-conditioned for the device's precision (an inner solve that "
                         "says it has come to {:.1g}"
                         " is at {:.1g} in double and {:.1g} on the device)",
                         goal, reached, seen),
             "try <inner single> or double, or a larger mass; 'glueball doctor' checks the device");
      // Far down it is the double precision of the residual itself that ends.
      if (result.residual < 1e-10)
        fail("rounding in double precision ends it here",
             "raise <tolerance> to what was reached, or the mass");
      fail(fmt::format("the device reports convergence, the residual in double disagrees (an inner solve is "
                       "at {:.1g} in double and "
                       "{:.1g} on the device)",
                       reached, seen),
           "device memory or arithmetic is at fault: run 'glueball doctor'");
    }
    residual = next;
    if (progress) progress(result.iterations, result.residual);
  }
  return result;
}

template SolveResult defect_correction<SpinorField>(
    Correction<SpinorField>&, const InnerSolve&,
    const std::function<DeviceCgResult(const SpinorField&, SpinorField&, double, int)>&,
    const std::function<void(const SpinorField&, SpinorField&)>&,
    const std::function<void(const HalfSpinorField&, HalfSpinorField&)>&, const HalfSpinorField&,
    HalfSpinorField&, double, int, const std::function<void(int, double)>&, Start);
template SolveResult defect_correction<ColourField>(
    Correction<ColourField>&, const InnerSolve&,
    const std::function<DeviceCgResult(const ColourField&, ColourField&, double, int)>&,
    const std::function<void(const ColourField&, ColourField&)>&,
    const std::function<void(const HalfColourField&, HalfColourField&)>&, const HalfColourField&,
    HalfColourField&, double, int, const std::function<void(int, double)>&, Start);

}  // namespace glueball
