#include "reference/fourier_gauge.hpp"

#include <vector>

#include "reference/algebra.hpp"
#include "reference/update_links.hpp"

namespace glueball::reference {
namespace {

using Reals = std::vector<double>;

/// Applies -Laplacian.
Reals curvature(const Geometry& g, int dimensions, const Reals& f) {
  Reals out(f.size());
  for (std::size_t n = 0; n < f.size(); ++n) {
    const Site s = g.site(n);
    for (int mu = 0; mu < dimensions; ++mu)
      out[n] += 2 * f[n] - f[g.index(g.neighbour(s, mu, 1))] - f[g.index(g.neighbour(s, mu, -1))];
  }
  return out;
}

double inner(const Reals& a, const Reals& b) {
  double sum = 0;
  for (std::size_t n = 0; n < a.size(); ++n) sum += a[n] * b[n];
  return sum;
}

/// Solves for a source whose mean is 0, on the lattice or in three dimensions on each time slice. All
/// iterates have the same property.
Reals solved(const Geometry& g, int dimensions, const Reals& source) {
  Reals x(source.size()), r = source, p = r;
  double norm = inner(r, r);
  const double enough = 1e-30 * norm;
  for (int step = 0; step < 1000 && norm > enough; ++step) {
    const Reals q = curvature(g, dimensions, p);
    const double alpha = norm / inner(p, q);
    for (std::size_t n = 0; n < x.size(); ++n) {
      x[n] += alpha * p[n];
      r[n] -= alpha * q[n];
    }
    const double next = inner(r, r);
    for (std::size_t n = 0; n < x.size(); ++n) p[n] = r[n] + next / norm * p[n];
    norm = next;
  }
  return x;
}

}  // namespace

void accelerate_gauge(Configuration& u, Gauge gauge, double alpha, Transformation& g,
                      std::vector<AlgebraVector>* last, double momentum) {
  const Geometry& geometry = u.geometry();
  std::vector<AlgebraVector> w(geometry.volume());
  for (std::size_t a = 0; a < 8; ++a) {
    Reals delta(w.size());
    for (std::size_t n = 0; n < w.size(); ++n) {
      const Site s = geometry.site(n);
      for (int mu = 0; mu < directions(gauge); ++mu)
        delta[n] += imaginary_traces(u.link(s, mu))[a] -
                    imaginary_traces(u.link(geometry.neighbour(s, mu, -1), mu))[a];
    }
    // Im Tr(T_a U) is half of the coefficient of (U - U^+) / 2i.
    const Reals x = solved(geometry, directions(gauge), delta);
    for (std::size_t n = 0; n < w.size(); ++n) w[n][a] = 2 * x[n];
  }
  if (last != nullptr) {
    for (std::size_t n = 0; n < last->size(); ++n)
      for (std::size_t a = 0; a < 8; ++a) w[n][a] += momentum * (*last)[n][a];
    *last = w;
  }
  Transformation h;
  for (std::size_t n = 0; n < w.size(); ++n) {
    h.push_back(exponential(w[n], -4 * directions(gauge) * alpha));
    g[n] = h[n] * g[n];
  }
  u = gauge_transformed(u, h);
}

}  // namespace glueball::reference
