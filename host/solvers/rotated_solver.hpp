// A solver for a boundary with phases on every link, made of one with phases on wrapping links.
#pragma once

#include <memory>
#include <utility>

#include "lattice/boundary_rotation.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball {

/// Solves M x = b by a solver of the rotated matrix M': b' = R^+ b, x = R x'. Both have equal residuals.
template <class OneParity>
class RotatedSolver : public QuarkSolver<OneParity> {
 public:
  using Full = typename QuarkSolver<OneParity>::Full;

  RotatedSolver(std::unique_ptr<QuarkSolver<OneParity>> wrapped, const BoundaryRotation& rotation)
      : wrapped_(std::move(wrapped)), rotation_(rotation) {}

  void deflate(bool on) override { wrapped_->deflate(on); }
  int block() const override { return wrapped_->block(); }

  std::vector<SolveResult> solve_all(std::span<const Full> b, std::span<Full> x) override {
    std::vector<Full> sources(b.begin(), b.end());
    for (Full& source : sources) rotation_.rotate(source, true);
    std::vector<SolveResult> results = wrapped_->solve_all(sources, x);
    for (Full& solution : x) rotation_.rotate(solution, false);
    return results;
  }

 private:
  std::unique_ptr<QuarkSolver<OneParity>> wrapped_;
  BoundaryRotation rotation_;
};

/// Returns `solver`, with a rotation if the boundary needs one.
template <class OneParity>
std::unique_ptr<QuarkSolver<OneParity>> rotated(std::unique_ptr<QuarkSolver<OneParity>> solver,
                                                const Geometry& g, const Boundary& boundary) {
  const BoundaryRotation rotation(g, boundary);
  if (rotation.is_one()) return solver;
  return std::make_unique<RotatedSolver<OneParity>>(std::move(solver), rotation);
}

}  // namespace glueball
