#include "reference/rectangle.hpp"

#include "reference/blocked_sum.hpp"

namespace glueball::reference {
namespace {

double rectangle_sum(const Configuration& u, bool temporal) {
  const Geometry& g = u.geometry();
  return blocked_sum<double>(g.volume(), [&](std::size_t n) {
    const Site s = g.site(n);
    double sum = 0.0;
    for (int mu = 0; mu < kDirections; ++mu)
      for (int nu = 0; nu < kDirections; ++nu)
        if (mu != nu && (mu == 3 || nu == 3) == temporal) sum += rectangle_trace(u, s, mu, nu);
    return sum;
  });
}

}  // namespace

double rectangle_trace(const Configuration& u, const Site& s, int mu, int nu) {
  const Geometry& g = u.geometry();
  const Site along = g.neighbour(s, mu), above = g.neighbour(s, nu);
  const Matrix3 lower = u.link(s, mu) * u.link(along, mu) * u.link(g.neighbour(along, mu), nu);
  const Matrix3 upper = u.link(s, nu) * u.link(above, mu) * u.link(g.neighbour(above, mu), mu);
  return trace(lower * adjoint(upper)).real();
}

Rectangles rectangle(const Configuration& u) {
  const double norm = 1.0 / (18.0 * double(u.geometry().volume()));  // six a site, Tr 1 = 3
  return {norm * rectangle_sum(u, false), norm * rectangle_sum(u, true)};
}

}  // namespace glueball::reference
