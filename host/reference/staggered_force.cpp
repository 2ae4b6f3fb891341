#include "reference/staggered_force.hpp"

#include "cpu/algebra.hpp"
#include "cpu/same_lattice.hpp"

namespace glueball::reference {
using namespace cpu;

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

namespace {

ColourVector product_with(const Matrix3& u, const ColourVector& chi) {
  ColourVector r;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) r[i] += u[i][k] * chi[k];
  return r;
}

/// Returns the force of hops over three links.
AlgebraVector three_link_force(const Configuration& u, const Boundary& boundary, const FullColourField& x,
                               const Site& link, int mu) {
  const Geometry& g = u.geometry();
  const auto at = [&](const Site& s) { return x[std::size_t(Geometry::parity(s))][g.half_index(s)]; };
  AlgebraVector sum{};
  for (int before = 0; before < 3; ++before) {
    const Site from = g.neighbour(link, mu, -before);
    Complex factor = (Geometry::parity(from) == Parity::even ? 1.0 : -1.0) * staggered_phase(from, mu);
    for (int n = 0; n < 3; ++n) factor *= boundary.factor(g, g.neighbour(from, mu, n), mu);
    ColourVector ahead = at(g.neighbour(from, mu, 3)), behind = at(from);
    for (int n = 2; n >= before; --n) ahead = product_with(u.link(g.neighbour(from, mu, n), mu), ahead);
    for (int n = 0; n < before; ++n)
      behind = product_with(adjoint(u.link(g.neighbour(from, mu, n), mu)), behind);
    Matrix3 w;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) w[i][j] = factor * ahead[i] * std::conj(behind[j]);
    const AlgebraVector f = imaginary_traces(w);
    for (std::size_t a = 0; a < f.size(); ++a) sum[a] += f[a];
  }
  return sum;
}

}  // namespace

void naik_force(const Configuration& u, const Boundary& boundary, const HopCoefficients& c,
                const FullColourField& x, double eps, Momenta& p) {
  staggered_force(u, boundary, x, c.one * eps, p);
  const Geometry& g = u.geometry();
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int mu = 0; mu < kDirections; ++mu) {
      const AlgebraVector f = three_link_force(u, boundary, x, g.site(n), mu);
      for (std::size_t a = 0; a < f.size(); ++a) p.at(n, mu)[a] += c.three * eps * f[a];
    }
}

}  // namespace glueball::reference
