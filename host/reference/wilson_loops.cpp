#include "reference/wilson_loops.hpp"

#include <algorithm>
#include <cstdlib>

#include "cpu/blocked_sum.hpp"
#include "cpu/loops.hpp"

namespace glueball::reference {
using namespace cpu;
namespace {

/// Returns m times `steps` links along mu, and moves s to their end.
Matrix3 along(const Configuration& u, Matrix3 m, Site& s, int mu, int steps) {
  for (int n = 0; n < steps; ++n) {
    m = m * u.link(s, mu);
    s = u.geometry().neighbour(s, mu);
  }
  return m;
}

double loop_trace(const Configuration& u, const Site& start, int k, int r, int t) {
  Site a = start, b = start;
  const Matrix3 lower = along(u, along(u, Matrix3::identity(), a, k, r), a, 3, t);
  const Matrix3 upper = along(u, along(u, Matrix3::identity(), b, 3, t), b, k, r);
  return trace(lower * adjoint(upper)).real();
}

}  // namespace

WilsonLoops wilson_loops(const Configuration& u, int max_r, int max_t) {
  const Geometry& g = u.geometry();
  WilsonLoops loops(max_r, max_t);
  for (int r = 1; r <= max_r; ++r)
    for (int t = 1; t <= max_t; ++t)
      loops.at(r, t) = blocked_sum<double>(g.volume(),
                                           [&](std::size_t n) {
                                             double sum = 0.0;
                                             for (int k = 0; k < 3; ++k)
                                               sum += loop_trace(u, g.site(n), k, r, t);
                                             return sum;
                                           }) /
                       (9.0 * double(g.volume()));
  return loops;
}

std::map<int, double> wilson_lines(const Configuration& u, int length) {
  const Geometry& g = u.geometry();
  std::vector<Matrix3> lines;
  for (std::size_t n = 0; n < g.volume(); ++n)
    lines.push_back(path_product(u, g.site(n), {{3, true, length}}));
  std::map<int, double> sums, pairs;
  for (std::size_t m = 0; m < g.volume(); ++m)
    for (std::size_t n = 0; n < g.volume(); ++n) {
      const Site x = g.site(m), y = g.site(n);
      if (x[3] != y[3]) continue;
      int r2 = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const int one_way = std::abs(x[k] - y[k]), r = std::min(one_way, g.extents()[k] - one_way);
        r2 += r * r;
      }
      sums[r2] += trace(lines[m] * adjoint(lines[n])).real() / 3;
      ++pairs[r2];
    }
  for (auto& [r2, sum] : sums) sum /= pairs[r2];
  return sums;
}

std::vector<Matrix3> polyakov_field(const Configuration& u, int mu) {
  const Geometry& g = u.geometry();
  std::vector<Matrix3> field;
  field.reserve(g.volume() / std::size_t(g.extent(mu)));
  for (std::size_t n = 0; n < g.volume(); ++n) {
    Site s = g.site(n);
    if (s[std::size_t(mu)] != 0) continue;
    Matrix3 loop = u.link(s, mu);
    for (int step = 1; step < g.extent(mu); ++step) {
      s = g.neighbour(s, mu);
      loop = loop * u.link(s, mu);
    }
    field.push_back(loop);
  }
  return field;
}

Complex polyakov(const Configuration& u, int mu) {
  const std::vector<Matrix3> field = polyakov_field(u, mu);
  Complex sum = 0.0;
  for (const Matrix3& loop : field) sum += trace(loop);
  return sum / (3.0 * double(field.size()));
}

namespace {

/// Sums over the cubes with time, or those without.
double parallelogram_sum(const Configuration& u, bool temporal) {
  const Geometry& g = u.geometry();
  return blocked_sum<double>(g.volume(), [&](std::size_t n) {
    const Site s = g.site(n);
    double sum = 0.0;
    for (int mu = 0; mu < kDirections; ++mu)
      for (int nu = mu + 1; nu < kDirections; ++nu)
        for (int rho = nu + 1; rho < kDirections; ++rho)
          for (int diagonal = 0; diagonal < 4 && (rho == 3) == temporal; ++diagonal) {
            const Leg a{mu, true}, b{nu, (diagonal & 1) == 0}, c{rho, (diagonal & 2) == 0};
            sum += trace(path_product(u, s, {a, b, c, reversed(a), reversed(b), reversed(c)})).real();
          }
    return sum;
  });
}

}  // namespace

Parallelograms parallelogram(const Configuration& u) {
  const double loops = 3.0 * double(u.geometry().volume());  // Tr 1 = 3
  return {parallelogram_sum(u, false) / (4 * loops), parallelogram_sum(u, true) / (12 * loops)};
}

}  // namespace glueball::reference
