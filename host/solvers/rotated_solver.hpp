// Quark fields between a boundary with phases on every link and one that has them on wrapping links.
#pragma once

#include <memory>
#include <utility>

#include "lattice/quark_field.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball {

/// Solves M x = b for a boundary whose phases sit on every link (an imaginary chemical potential, spread
/// twists) with a solver of boundary.wrapped(), M' = R^+ M R: b' = R^+ b, x = R x', R(x) = product over mu of
/// conj(link_factor(mu))^x_mu. Residuals are the same in both.
template <class Half>
class RotatedSolver : public QuarkSolver<Half> {
 public:
  using Full = typename QuarkSolver<Half>::Full;

  RotatedSolver(std::unique_ptr<QuarkSolver<Half>> wrapped, const Geometry& g, const Boundary& boundary)
      : wrapped_(std::move(wrapped)), geometry_(g) {
    for (std::size_t mu = 0; mu < phases_.size(); ++mu) {
      phases_[mu].assign(std::size_t(g.extent(int(mu))), 1.0);
      for (std::size_t n = 1; n < phases_[mu].size(); ++n)
        phases_[mu][n] = phases_[mu][n - 1] * std::conj(boundary.link_factor(g, int(mu)));
    }
  }

  SolveResult solve(const Full& b, Full& x) override {
    Full source = b;
    rotate(source, true);
    const SolveResult result = wrapped_->solve(source, x);
    rotate(x, false);
    return result;
  }

  int block() const override { return wrapped_->block(); }

  std::vector<SolveResult> solve_all(std::span<const Full> b, std::span<Full> x) override {
    std::vector<Full> sources(b.begin(), b.end());
    for (Full& source : sources) rotate(source, true);
    std::vector<SolveResult> results = wrapped_->solve_all(sources, x);
    for (Full& solution : x) rotate(solution, false);
    return results;
  }

 private:
  void rotate(Full& field, bool back) const {
    for (std::size_t parity = 0; parity < 2; ++parity) {
#pragma omp parallel for schedule(static)
      for (std::size_t n = 0; n < field[parity].size(); ++n) {
        const Site s = geometry_.half_site(Parity(parity), n);
        Complex phase = 1.0;
        for (std::size_t mu = 0; mu < phases_.size(); ++mu) phase *= phases_[mu][std::size_t(s[mu])];
        if (back) phase = std::conj(phase);
        for (int k = 0; k < kComponents<Half>; ++k) component(field[parity][n], k) *= phase;
      }
    }
  }

  std::unique_ptr<QuarkSolver<Half>> wrapped_;
  Geometry geometry_;
  std::array<std::vector<Complex>, kDirections> phases_;
};

/// `solver`, behind a rotation where the boundary asks for one.
template <class Half>
std::unique_ptr<QuarkSolver<Half>> rotated(std::unique_ptr<QuarkSolver<Half>> solver, const Geometry& g,
                                           const Boundary& boundary) {
  if (boundary.wrapped(g) == boundary) return solver;
  return std::make_unique<RotatedSolver<Half>>(std::move(solver), g, boundary);
}

}  // namespace glueball
