#include "reference/staggered_force.hpp"

#include "reference/algebra.hpp"
#include "reference/same_lattice.hpp"

namespace glueball::reference {

void staggered_force(const Configuration& u, const Boundary& boundary, Parity from, const FullColourField& x,
                     double eps, Momenta& p) {
  const Geometry& g = u.geometry();
  require_same_lattice(g, p.geometry(), "staggered force");
  for (const ParityColourField& half : x) require_sites(half.size(), g.half_volume(), "staggered force, X");
  const ParityColourField &here = x[std::size_t(from)], &there = x[std::size_t(other(from))];
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < here.size(); ++n) {
    const Site s = g.half_site(from, n);
    for (int mu = 0; mu < kDirections; ++mu) {
      const Matrix3& link = u.link(s, mu);
      const ColourVector& ahead = there[g.half_index(g.neighbour(s, mu))];
      const Complex factor = double(staggered_phase(s, mu)) * boundary.factor(g, s, mu);
      Matrix3 w;
      for (int i = 0; i < 3; ++i) {
        Complex moved;
        for (int k = 0; k < 3; ++k) moved += factor * link[i][k] * ahead[k];
        for (int j = 0; j < 3; ++j) w[i][j] = moved * std::conj(here[n][j]);
      }
      const AlgebraVector f = imaginary_traces(w);
      for (int a = 0; a < 8; ++a) p.at(g.index(s), mu)[a] += (from == Parity::even ? eps : -eps) * f[a];
    }
  }
}

void staggered_force(const Configuration& u, const Boundary& boundary, const FullColourField& x, double eps,
                     Momenta& p) {
  for (const Parity parity : {Parity::even, Parity::odd}) staggered_force(u, boundary, parity, x, eps, p);
}

}  // namespace glueball::reference
