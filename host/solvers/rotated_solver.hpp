// Quark fields between a boundary with phases on every link and one that has them on wrapping links.
#pragma once

#include <memory>
#include <utility>

#include "lattice/quark_field.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball {

/// R(x) = product over mu of conj(link_factor(mu))^x_mu: for a boundary whose phases sit on every link (an
/// imaginary chemical potential, spread twists) M' = R^+ M R is the matrix of boundary.wrapped(). Where that
/// is the same boundary, R = 1.
class BoundaryRotation {
 public:
  BoundaryRotation(const Geometry& g, const Boundary& boundary)
      : geometry_(g), is_one_(boundary.wrapped(g) == boundary) {
    for (std::size_t mu = 0; mu < phases_.size(); ++mu) {
      phases_[mu].assign(std::size_t(g.whole_extents()[mu]), 1.0);
      for (std::size_t n = 1; n < phases_[mu].size(); ++n)
        phases_[mu][n] = phases_[mu][n - 1] * std::conj(boundary.link_factor(g, int(mu)));
    }
  }

  bool is_one() const { return is_one_; }

  /// field = R field, or R^+ field with `back`, on all sites.
  template <class OneParity>
  void rotate(std::array<OneParity, 2>& field, bool back) const {
    if (is_one_) return;
    for (std::size_t parity = 0; parity < 2; ++parity) {
#pragma omp parallel for schedule(static)
      for (std::size_t n = 0; n < field[parity].size(); ++n) {
        const Site s = geometry_.global(geometry_.half_site(Parity(parity), n));
        Complex phase = 1.0;
        for (std::size_t mu = 0; mu < phases_.size(); ++mu) phase *= phases_[mu][std::size_t(s[mu])];
        if (back) phase = std::conj(phase);
        for (int k = 0; k < kComponents<OneParity>; ++k) component(field[parity][n], k) *= phase;
      }
    }
  }

 private:
  Geometry geometry_;
  bool is_one_;
  std::array<std::vector<Complex>, kDirections> phases_;
};

/// Solves M x = b by a solver of the matrix M' that a rotation leads to: b' = R^+ b, x = R x'. Residuals are
/// the same in both.
template <class OneParity>
class RotatedSolver : public QuarkSolver<OneParity> {
 public:
  using Full = typename QuarkSolver<OneParity>::Full;

  RotatedSolver(std::unique_ptr<QuarkSolver<OneParity>> wrapped, const BoundaryRotation& rotation)
      : wrapped_(std::move(wrapped)), rotation_(rotation) {}

  SolveResult solve(const Full& b, Full& x) override {
    Full source = b;
    rotation_.rotate(source, true);
    const SolveResult result = wrapped_->solve(source, x);
    rotation_.rotate(x, false);
    return result;
  }

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

/// `solver`, behind a rotation where the boundary asks for one.
template <class OneParity>
std::unique_ptr<QuarkSolver<OneParity>> rotated(std::unique_ptr<QuarkSolver<OneParity>> solver,
                                                const Geometry& g, const Boundary& boundary) {
  const BoundaryRotation rotation(g, boundary);
  if (rotation.is_one()) return solver;
  return std::make_unique<RotatedSolver<OneParity>>(std::move(solver), rotation);
}

}  // namespace glueball
