#include "reference/gauge_force.hpp"

#include "reference/algebra.hpp"
#include "reference/same_lattice.hpp"

namespace glueball::reference {

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

void gauge_force(const Configuration& u, double beta, double eps, Momenta& p) {
  require_same_lattice(u.geometry(), p.geometry(), "gauge force");
  const Geometry& g = u.geometry();
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < g.volume(); ++n) {
    const Site s = g.site(n);
    for (int mu = 0; mu < kDirections; ++mu) {
      const AlgebraVector f = imaginary_traces(u.link(n, mu) * staple_sum(u, s, mu));
      for (int a = 0; a < 8; ++a) p.at(n, mu)[a] -= eps * beta / 3.0 * f[a];
    }
  }
}

}  // namespace glueball::reference
