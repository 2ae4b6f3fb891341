#include "reference/wilson_loops.hpp"

#include "reference/blocked_sum.hpp"

namespace glueball::reference {
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

}  // namespace glueball::reference
