#include "reference/gauge_force.hpp"

#include <cmath>

#include "cpu/algebra.hpp"
#include "cpu/loops.hpp"
#include "cpu/same_lattice.hpp"

namespace glueball::reference {
using namespace cpu;

void gauge_force(const Configuration& u, const GaugeCouplings& couplings, double eps, Momenta& p) {
  require_same_lattice(u.geometry(), p.geometry(), "gauge force");
  const Geometry& g = u.geometry();
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < g.volume(); ++n) {
    const Site s = g.site(n);
    for (int mu = 0; mu < kDirections; ++mu) {
      const AlgebraVector f = imaginary_traces(u.link(n, mu) * action_staples(u, couplings, s, mu));
      for (int a = 0; a < 8; ++a) p.at(n, mu)[a] -= eps * couplings.beta / 3.0 * f[a];
    }
  }
}

Matrix3 staple_sum(const Configuration& u, const Site& s, int mu) {
  const Geometry& g = u.geometry();
  const Site ahead = g.neighbour(s, mu);
  Matrix3 sum;
  for (int nu = 0; nu < kDirections; ++nu) {
    if (nu == mu) continue;
    const Site below = g.neighbour(s, nu, -1);
    sum += u.link(ahead, nu) * adjoint(u.link(s, nu) * u.link(g.neighbour(s, nu), mu));
    sum += adjoint(u.link(below, mu) * u.link(g.neighbour(ahead, nu, -1), nu)) * u.link(below, nu);
  }
  return sum;
}

Matrix3 rectangle_staple_sum(const Configuration& u, const Site& s, int mu) {
  const Site ahead = u.geometry().neighbour(s, mu);
  Matrix3 sum;
  for (int nu = 0; nu < kDirections; ++nu) {
    if (nu == mu) continue;
    for (const bool side : {true, false}) {
      const Leg out{nu, side}, in{nu, !side}, on{mu, true}, back{mu, false};
      sum += path_product(u, ahead, {on, out, back, back, in});
      sum += path_product(u, ahead, {out, back, back, in, on});
      sum += path_product(u, ahead, {out, out, back, in, in});
    }
  }
  return sum;
}

Matrix3 action_staples(const Configuration& u, const GaugeCouplings& couplings, const Site& s, int mu) {
  Matrix3 v = Complex(couplings.c0()) * staple_sum(u, s, mu);
  if (couplings.rectangles()) v += Complex(couplings.c1) * rectangle_staple_sum(u, s, mu);
  return v;
}

void update_links(Configuration& u, const Momenta& p, double eps, bool reunitarize) {
  require_same_lattice(u.geometry(), p.geometry(), "link update");
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < u.links().size(); ++n) {
    Matrix3& link = u.links()[n];
    link = exponential(p.values()[n], eps) * link;
    if (reunitarize) link = reunitarized(link);
  }
}

}  // namespace glueball::reference
