#include "cpu/gauge_functional.hpp"

#include <algorithm>

#include "cpu/blocked_sum.hpp"

namespace glueball::cpu {
namespace {

/// Returns Delta, traceless, for the sum W of the star.
Matrix3 delta_of(const Matrix3& w) {
  Matrix3 d = Complex(0, -0.5) * (w - adjoint(w));
  const Complex third = trace(d) / 3.0;
  for (int i = 0; i < 3; ++i) d[i][i] -= third;
  return d;
}

double divergence_at(const Configuration& u, Gauge gauge, const Site& s) {
  const Star links = star(u, gauge, s);
  Matrix3 d;
  if (gauge == Gauge::maximally_abelian) {
    Matrix3 m;
    for (const Matrix3& w : links)
      for (int i = 0; i < 3; ++i)
        for (int a = 0; a < 3; ++a) m[i][a] += w[i][a] * std::conj(w[a][a]);
    d = delta_of(m);
  } else if (gauge == Gauge::centre) {
    Matrix3 m;
    for (const Matrix3& w : links) m += std::conj(trace(w)) / 3.0 * w;
    d = delta_of(m);
  } else {
    d = delta_of(sum_of(links));
  }
  if (gauge == Gauge::residual)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        if (i != j) d[i][j] = 0;
  return trace(d * adjoint(d)).real() / 3;
}

}  // namespace

Star star(const Configuration& u, Gauge gauge, const Site& s) {
  Star links;
  for (int mu = 0; mu < directions(gauge); ++mu) {
    links.push_back(u.link(s, mu));
    links.push_back(adjoint(u.link(u.geometry().neighbour(s, mu, -1), mu)));
  }
  return links;
}

Matrix3 sum_of(const Star& links) {
  Matrix3 sum;
  for (const Matrix3& m : links) sum += m;
  return sum;
}

double gauge_functional(const Configuration& u, Gauge gauge) {
  // The sum has the same bits for any number of threads, which may differ between ranks.
  const double sum = blocked_sum<double>(u.geometry().volume(), [&](std::size_t n) {
    double here = 0;
    for (int mu = 0; mu < directions(gauge); ++mu) {
      const Matrix3& m = u.link(n, mu);
      if (gauge == Gauge::centre) {
        here += std::norm(trace(m)) / 3;
        continue;
      }
      for (int a = 0; a < 3; ++a)
        here += gauge == Gauge::maximally_abelian ? std::norm(m[a][a]) : m[a][a].real();
    }
    return here;
  });
  return sum / (3.0 * directions(gauge) * double(u.geometry().volume()));
}

std::vector<double> gauge_divergence(const Configuration& u, Gauge gauge) {
  std::vector<double> theta(u.geometry().volume());
#pragma omp parallel for
  for (std::size_t n = 0; n < theta.size(); ++n) theta[n] = divergence_at(u, gauge, u.geometry().site(n));
  return theta;
}

Divergence divergence(const Configuration& u, Gauge gauge) {
  const auto theta = gauge_divergence(u, gauge);
  const std::size_t slice = theta.size() / std::size_t(u.geometry().extent(3));
  Divergence d;
  for (std::size_t first = 0; first < theta.size(); first += slice) {
    double sum = 0;
    for (std::size_t n = first; n < first + slice; ++n) {
      sum += theta[n];
      d.largest = std::max(d.largest, theta[n]);
    }
    d.mean += sum / double(theta.size());
    d.worst_slice = std::max(d.worst_slice, sum / double(slice));
  }
  return d;
}

Transformation random_transformation(const Geometry& geometry, std::uint64_t seed) {
  const Configuration hot = hot_configuration(geometry, seed);
  Transformation g;
  for (std::size_t n = 0; n < geometry.volume(); ++n) g.push_back(hot.link(n, 2));
  return g;
}

}  // namespace glueball::cpu
