#include "solvers/block_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "kernels/linalg.hpp"
#include "kernels/multi.hpp"
#include "lattice/transfer.hpp"

namespace glueball {
namespace {

/// As ReliableSolver: residuals that may fail to fall before a solve is given up.
constexpr int kPatience = 5;

struct Column {
  double norm = 0, residual = 0, best = 0;
  double scale_of_last = 1;  ///< what the inner vectors of the last leg are multiples of
  int without_gain = 0;
  SolveResult result;
  bool wanting(double tolerance) const { return residual > tolerance * norm; }
};

[[noreturn]] void fail(std::size_t n, const Column& c, double tolerance, const char* why, const char* hint) {
  throw Error(
      ErrorKind::not_converged,
      fmt::format(
          "solver: {} (right-hand side {} of a block: residual {:.3g} after {} iterations and {} reliable "
          "updates, asked for {:.3g})",
          why, n, c.result.residual, c.result.iterations, c.result.restarts, tolerance),
      hint);
}

constexpr const char* kMoreIterations = "raise <max_iterations> or move kappa away from critical";

}  // namespace

BlockSolver::BlockSolver(BlockCg& inner, std::unique_ptr<BlockResiduals> outer, double fall)
    : inner_(inner),
      outer_(std::move(outer)),
      fall_(fall),
      r_(inner.lattice(), inner.count()),
      x_(inner.lattice(), inner.count()),
      one_(inner.lattice()),
      none_(inner.lattice()) {
  upload(HalfSpinorField(inner.lattice().geometry().half_volume()), none_);
}

std::vector<SolveResult> BlockSolver::solve(std::span<const BlockResiduals::Full> b,
                                            std::span<BlockResiduals::Full> x, double tolerance,
                                            int max_iterations,
                                            const std::function<void(int, double)>& progress) {
  const DeviceLattice& lattice = inner_.lattice();
  std::vector<Column> columns(b.size());
  std::vector<BlockCg::Goal> goals(inner_.count());
  for (std::uint32_t n = 0; n < inner_.count(); ++n) kernels::CopyPart::put(lattice, none_, n, r_);
  for (std::size_t n = 0; n < b.size(); ++n) {
    Column& c = columns[n];
    c.norm = c.residual = c.best = outer_->start(n, b[n]);
    c.result.residual = c.norm > 0 ? 1 : 0;
    if (!std::isfinite(c.norm))
      fail(n, c, tolerance, "the right-hand side is not finite", "check the source");
  }
  const auto any_wanting = [&] {
    return std::any_of(columns.begin(), columns.end(), [&](const Column& c) { return c.wanting(tolerance); });
  };
  for (bool first = true; any_wanting(); first = false) {
    for (std::size_t n = 0; n < columns.size(); ++n) {
      Column& c = columns[n];
      goals[n] = {};
      if (!c.wanting(tolerance)) {
        kernels::CopyPart::put(lattice, none_, std::uint32_t(n), r_);
        continue;
      }
      if (c.result.iterations >= max_iterations) fail(n, c, tolerance, "out of iterations", kMoreIterations);
      outer_->send(n, 1 / c.residual, one_);
      kernels::CopyPart::put(lattice, one_, std::uint32_t(n), r_);
      goals[n] = {std::max(fall_, 0.5 * tolerance * c.norm / c.residual),
                  max_iterations - c.result.iterations, c.scale_of_last / c.residual};
    }
    inner_.begin(r_, x_, goals, !first);
    kernels::Axpby::run(lattice, {.a = 0, .b = 0}, r_, r_, x_);
    const std::vector<DeviceCgResult> legs = inner_.leg(x_);

    int most = 0;
    double largest = 0;
    for (std::size_t n = 0; n < columns.size(); ++n) {
      Column& c = columns[n];
      if (c.wanting(tolerance)) {
        kernels::CopyPart::take(lattice, x_, std::uint32_t(n), one_);
        c.scale_of_last = c.residual;
        c.residual = outer_->correct(n, c.scale_of_last, one_);
        c.result.iterations += legs[n].iterations;
        c.result.restarts += first ? 0 : 1;
        c.result.residual = c.residual / c.norm;
        c.result.history.push_back(c.result.residual);
        if (!std::isfinite(c.residual))
          fail(n, c, tolerance, "the numbers are not finite any more", "run 'glueball doctor'");
        if (c.wanting(tolerance)) {
          if (legs[n].state == SolverState::exhausted)
            fail(n, c, tolerance, "out of iterations", kMoreIterations);
          if (legs[n].state == SolverState::broken && legs[n].iterations == 0)
            fail(n, c, tolerance, "the search direction has broken down",
                 "the matrix is singular to this precision: try <inner double>");
          c.without_gain = c.residual < 0.9 * c.best ? 0 : c.without_gain + 1;
          c.best = std::min(c.best, c.residual);
          if (c.without_gain >= kPatience)
            fail(n, c, tolerance, "the residual does not fall any more",
                 "ask for a larger <tolerance>, or try <inner double>");
        }
      }
      most = std::max(most, c.result.iterations);
      largest = std::max(largest, c.result.residual);
    }
    if (progress) progress(most, largest);
  }
  std::vector<SolveResult> results;
  for (std::size_t n = 0; n < columns.size(); ++n) {
    columns[n].result.residual_full = outer_->finish(n, b[n], x[n]);
    results.push_back(columns[n].result);
  }
  return results;
}

}  // namespace glueball
