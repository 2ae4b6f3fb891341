#include "solvers/refinement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.hpp"
#include "cpu/linalg.hpp"
#include "field/transfer.hpp"
#include "solvers/deflation.hpp"

namespace glueball {
namespace {

/// Factor by which a residual decreases between two reliable updates.
constexpr double kDelta = 0.1;

/// Factor by which a residual decreases before low modes are removed again, if the search continues. Then the
/// components that rounding has brought back are as large as the rest.
constexpr double kDeflateAgain = 1e-3;

/// Fraction of |b| + |x| below which a residual is rounding only: about ten units in the last place for each
/// of some hundred terms of an even-odd matrix.
constexpr double kRounding = 1e-13;

/// Fraction of the tolerance on all sites for the even sites: odd ones add their rounding.
constexpr double kEnough = 0.99;

/// Number of runs without a smaller residual before a continued search fails: in low precision residuals
/// fluctuate at the end.
constexpr int kPatience = 5;

/// The tolerance of an inner solve with residuals on the host, and the test of its result.
struct InnerSolve {
  double tolerance;  ///< tolerance of an inner solve; the precision does not allow less
  /// Factor to which a solve that reports convergence must reduce the true residual, or the device is faulty.
  /// Defect correction would continue with less, and mistake a small fault for slow convergence.
  double least_gain;
};

InnerSolve inner_solve(gpu::Precision precision) {
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

/// Returns a hint to longer precisions than that of the iterations, or an empty string if there is none.
std::string longer_than(gpu::Precision precision) {
  switch (precision) {
    case gpu::Precision::half:
      return "<inner single> or <inner double>";
    case gpu::Precision::single:
      return "<inner double>";
    case gpu::Precision::double_:
      break;
  }
  return {};
}

/// Returns |r - A dx| of the last run, whose r has norm 1, by the inner solver's own A.
template <class F>
double own_residual(InnerSolver<F>& inner) {
  const F &r = inner.residual(), &dx = inner.correction(0);
  F image(inner.lattice());
  if (inner.system() == System::normal) {
    F middle(inner.lattice());
    inner.matrix()->normal(dx, middle, image);
  } else {
    inner.matrix()->even_odd(dx, image);
  }
  typename HostField<F>::type rest, there;
  download(r, rest);
  download(image, there);
  cpu::axpy(-1.0, there, rest);
  return std::sqrt(cpu::norm2(rest));
}

}  // namespace

template <class F>
struct Refinement<F>::Column {
  std::size_t n;  ///< index in `count`
  std::size_t count;
  double tolerance, enough;  ///< requested tolerance, and the value to stop at
  Vector& r;
  double norm = 0;            ///< reference norm of the tolerance
  double source = 0;          ///< |r| of the system at x = 0
  double size = 0;            ///< |r| of the system
  double left = 0, best = 0;  ///< present residual and smallest residual so far, over `norm`
  double deflated_at = 0;     ///< |r| when low modes were last removed
  double scale_of_last = 1;   ///< scale of the previous run's inner vectors
  int without_gain = 0;
  SolveResult result{};

  bool wanting() const { return left > enough; }
  /// Returns the goal of the next run. The last run stops where the outer tolerance is reached.
  double goal(double fall) const { return std::max(fall, 0.5 * tolerance / left); }
  void is_at(const Residuals& now) {
    size = now.system;
    left = norm > 0 ? now.full / norm : 0;
    result.residual = source > 0 ? size / source : 0;
  }
  void reached(const Residuals& now) {
    is_at(now);
    result.history.push_back(result.residual);
  }
  [[noreturn]] void fail(const std::string& why, const std::string& hint) const {
    throw Error(
        ErrorKind::not_converged,
        fmt::format("solver: {} ({}true residual {:.3g} after {} iterations and {} restarts, asked for "
                    "{:.3g})",
                    why, count > 1 ? fmt::format("right-hand side {} of a block: ", n) : "", left,
                    result.iterations, result.restarts, tolerance),
        hint);
  }
  [[noreturn]] void fail_for_iterations() const {
    fail("out of iterations", std::is_same_v<F, ColourField>
                                  ? "raise <max_iterations>, or take a larger mass"
                                  : "raise <max_iterations> or move kappa away from critical");
  }
};

template <class F>
Refinement<F>::Refinement(PreciseOperator<F>& precise, InnerSolver<F>& inner)
    : precise_(precise),
      inner_(inner),
      anew_(precise.on_host() && inner.matrix()),
      fall_(precise.on_host() || inner.restarts() ? inner_solve(inner.lattice().precision()).tolerance
                                                  : kDelta) {
  for (std::size_t n = 0; n < inner.count(); ++n) r_.push_back(precise.make());
}

template <class F>
void Refinement<F>::begin(Column& c, const Vector& b, Vector& x, Start start, const double* norm) {
  const Residuals zero = precise_.at_zero(system_, b, c.r);
  c.source = zero.system;
  c.norm = norm ? *norm : zero.full;
  c.is_at(zero);
  if (!std::isfinite(c.norm + c.size + c.left))
    c.fail("the right-hand side is not finite", "check the source");
  if (start == Start::given && c.norm > 0) {
    const Residuals given = precise_.residual(system_, b, x, c.r);
    if (given.full < zero.full)
      c.reached(given);
    else
      precise_.at_zero(system_, b, c.r);
  }
  if (c.result.history.empty()) precise_.clear(b, x);
  if (c.wanting()) deflate(c, b, x);
  c.best = c.left;
}

template <class F>
void Refinement<F>::deflate(Column& c, const Vector& b, Vector& x) {
  if (!deflation_) return;
  deflation_->correct(inner_.system(), precise_, c.size, c.r, x);
  c.is_at(precise_.residual(system_, b, x, c.r));
  c.deflated_at = c.size;
  if (!c.result.history.empty()) c.result.history.back() = c.result.residual;
  if (!std::isfinite(c.size))
    c.fail("the device returned numbers that are not finite", "run 'glueball doctor'");
}

template <class F>
std::vector<SolveResult> Refinement<F>::solve_all(std::span<const Vector> b, std::span<Vector> x,
                                                  double tolerance, int max_iterations,
                                                  const std::function<void(int, double)>& progress,
                                                  Start start, std::span<const double> norms) {
  system_ = !norms.empty() && inner_.system() == System::normal ? System::normal_equations : inner_.system();
  std::vector<Column> columns;
  for (std::size_t n = 0; n < b.size(); ++n) {
    columns.push_back({n, b.size(), tolerance, norms.empty() ? tolerance : kEnough * tolerance, r_[n]});
    begin(columns[n], b[n], x[n], start, norms.empty() ? nullptr : &norms[n]);
  }
  std::vector<InnerGoal> goals(inner_.count());
  const auto any_wanting = [&] {
    return std::any_of(columns.begin(), columns.end(), [](const Column& c) { return c.wanting(); });
  };
  for (bool first = true; any_wanting(); first = false) {
    for (std::size_t n = 0; n < goals.size(); ++n) {
      goals[n] = {};
      const bool wanted = n < columns.size() && columns[n].wanting();
      if (wanted) {
        const Column& c = columns[n];
        if (c.result.iterations >= max_iterations) c.fail_for_iterations();
        // Inner numbers have a limited range, so that r / |r| is solved for, and the correction is multiplied
        // by |r|.
        precise_.scale(1 / c.size, c.r);
        precise_.send(c.r, inner_.residual());
        goals[n] = {c.goal(fall_), max_iterations - c.result.iterations, c.scale_of_last / c.size};
      }
      if (first || n < columns.size()) inner_.put(n, wanted);
    }
    const std::vector<DeviceCgResult> runs = inner_.run(goals, !first && !anew_);

    int most = 0;
    double largest = 0;
    for (Column& c : columns) {
      if (c.wanting()) {
        const DeviceCgResult& run = runs[c.n];
        const double before = c.left;
        c.scale_of_last = c.size;
        precise_.add(c.size, inner_.correction(c.n), x[c.n]);
        c.result.restarts += c.result.history.empty() ? 0 : 1;
        c.result.iterations += run.iterations;
        c.reached(precise_.residual(system_, b[c.n], x[c.n], c.r));
        require_progress(c, run, goals[c.n].tolerance, before, x[c.n]);
        if (c.wanting() && (anew_ || c.size < kDeflateAgain * c.deflated_at)) deflate(c, b[c.n], x[c.n]);
      }
      most = std::max(most, c.result.iterations);
      largest = std::max(largest, c.left);
    }
    if (progress) progress(most, largest);
  }
  std::vector<SolveResult> results;
  for (Column& c : columns) results.push_back(std::move(c.result));
  return results;
}

template <class F>
void Refinement<F>::require_progress(Column& c, const DeviceCgResult& run, double goal, double left_before,
                                     const Vector& x) {
  if (!std::isfinite(c.size))
    c.fail("the device returned numbers that are not finite", "run 'glueball doctor'");
  if (!c.wanting()) return;
  if (run.state == SolverState::exhausted) c.fail_for_iterations();
  const std::string longer = longer_than(inner_.lattice().precision());
  // Part of a broken search may be useful if the search continues.
  if (run.state == SolverState::broken && (anew_ ? c.left > 0.9 * left_before : run.iterations == 0))
    c.fail("the search has broken down",
           "the matrix is singular to this precision, or nearly: try " +
               std::string(inner_.system() == System::normal ? "" : "<solver cg>, ") +
               (longer.empty() ? "" : longer + ", ") + "another mass");
  if (anew_) require_gain(c, goal, x);
  c.without_gain = c.left < 0.9 * c.best ? 0 : c.without_gain + 1;
  c.best = std::min(c.best, c.left);
  if (c.without_gain < kPatience) return;
  require_above_rounding(c, x);
  c.fail("the residual does not decrease any more",
         "give a larger <tolerance>" + (longer.empty() ? "" : ", or try " + longer));
}

template <class F>
void Refinement<F>::require_above_rounding(const Column& c, const Vector& x) {
  if (c.size > kRounding * (c.source + std::sqrt(precise_.norm2(x)))) return;
  c.fail("rounding in double precision ends it here",
         std::string("raise <tolerance> to what was reached, or ") +
             (std::is_same_v<F, ColourField> ? "take a larger mass" : "move kappa away from critical"));
}

/// A correct device misses its goal by rounding times the condition number, not by a factor of a thousand.
template <class F>
void Refinement<F>::require_gain(const Column& c, double goal, const Vector& x) {
  const double reached = c.size / c.scale_of_last;
  if (!(reached > std::max(10 * goal, inner_solve(inner_.lattice().precision()).least_gain))) return;
  require_above_rounding(c, x);
  const double seen = own_residual(inner_);
  const std::string longer = longer_than(inner_.lattice().precision());
  if (seen > 0.1 * reached)
    c.fail(fmt::format("the matrix is too ill-conditioned for the device's precision (an inner solve reports "
                       "a residual of {:.1g}, which is {:.1g} in double and {:.1g} on the device)",
                       goal, reached, seen),
           fmt::format("try {}a larger mass; 'glueball doctor' checks the device",
                       longer.empty() ? "" : longer + ", or "));
  c.fail(fmt::format("the device reports convergence, but the residual in double disagrees (that of an inner "
                     "solve is {:.1g} in double and {:.1g} on the device)",
                     reached, seen),
         "device memory or arithmetic is at fault: run 'glueball doctor'");
}

template class Refinement<SpinorField>;
template class Refinement<ColourField>;

}  // namespace glueball
