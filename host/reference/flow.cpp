#include "reference/flow.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.hpp"
#include "cpu/algebra.hpp"
#include "reference/gauge_force.hpp"

namespace glueball::reference {
using namespace cpu;
namespace {

Momenta with_covariant_laplacian(const Configuration& u, const Momenta& z) {
  const Geometry& g = u.geometry();
  Momenta improved(g);
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int mu = 0; mu < kDirections; ++mu) {
      const std::size_t ahead = g.index(g.neighbour(g.site(n), mu)),
                        behind = g.index(g.neighbour(g.site(n), mu, -1));
      const Matrix3 &here = u.link(n, mu), &before = u.link(behind, mu);
      const Matrix3 around = here * hermitian(z.at(ahead, mu)) * adjoint(here) +
                             adjoint(before) * hermitian(z.at(behind, mu)) * before;
      const AlgebraVector carried = coefficients(around);
      for (int a = 0; a < 8; ++a)
        improved.at(n, mu)[a] = z.at(n, mu)[a] + (carried[a] - 2.0 * z.at(n, mu)[a]) / 12.0;
    }
  return improved;
}

}  // namespace

Momenta flow_force(const Configuration& u, const FlowAction& action) {
  const Geometry& g = u.geometry();
  Momenta z(g);
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int mu = 0; mu < kDirections; ++mu) {
      Matrix3 v = Complex(action.c0()) * staple_sum(u, g.site(n), mu);
      if (action.c1 != 0.0) v += Complex(action.c1) * rectangle_staple_sum(u, g.site(n), mu);
      z.at(n, mu) = imaginary_traces(u.link(n, mu) * v);
      for (double& x : z.at(n, mu)) x *= -2.0;
    }
  return action.zeuthen ? with_covariant_laplacian(u, z) : z;
}

double flow_step(Configuration& u, const FlowAction& action, double eps) {
  const Configuration before = u;
  Momenta k(u.geometry()), second_order(u.geometry());
  for (std::size_t stage = 0; stage < kFlowStages.size(); ++stage) {
    const auto [keep, force, move] = kFlowStages[stage];
    const Momenta z = flow_force(u, action);
    const double share = stage == 0 ? kEmbeddedFirst : stage == 1 ? kEmbeddedSecond : 0.0;
    for (std::size_t n = 0; n < z.values().size(); ++n)
      for (int a = 0; a < 8; ++a) {
        double& x = k.values()[n][a];
        x = keep * x + force * eps * z.values()[n][a];
        second_order.values()[n][a] += share * x;
      }
    update_links(u, k, move);
  }
  double worst = 0.0;
#pragma omp parallel for reduction(max : worst)
  for (std::size_t n = 0; n < u.links().size(); ++n) {
    const Matrix3 d = u.links()[n] - exponential(second_order.values()[n], 1.0) * before.links()[n];
    worst = std::max(worst, std::sqrt(trace(d * adjoint(d)).real()) / 9.0);
  }
  return worst;
}

}  // namespace glueball::reference
