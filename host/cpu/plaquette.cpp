#include "cpu/plaquette.hpp"

#include "cpu/blocked_sum.hpp"

namespace glueball::cpu {
namespace {

/// Returns Re Tr of the plaquette at s in the plane (mu, nu).
double plaquette_trace(const Configuration& u, const Site& s, int mu, int nu) {
  const Geometry& g = u.geometry();
  const Matrix3 upper = u.link(s, mu) * u.link(g.neighbour(s, mu), nu);
  const Matrix3 lower = u.link(s, nu) * u.link(g.neighbour(s, nu), mu);
  return trace(upper * adjoint(lower)).real();
}

/// Sums Re Tr P over sites and over the planes (mu, nu) that `temporal` selects.
double plaquette_sum(const Configuration& u, bool temporal) {
  const Geometry& g = u.geometry();
  return blocked_sum<double>(g.volume(), [&](std::size_t n) {
    const Site s = g.site(n);
    double sum = 0.0;
    for (int nu = temporal ? 3 : 1; nu < (temporal ? 4 : 3); ++nu)
      for (int mu = 0; mu < nu; ++mu) sum += plaquette_trace(u, s, mu, nu);
    return sum;
  });
}

}  // namespace

Plaquettes plaquette(const Configuration& u) {
  const double norm = 1.0 / (9.0 * double(u.geometry().volume()));  // three planes a site, Tr 1 = 3
  return {norm * plaquette_sum(u, false), norm * plaquette_sum(u, true)};
}

double link_trace(const Configuration& u) {
  const auto& links = u.links();
  return blocked_sum<double>(links.size(), [&](std::size_t n) { return trace(links[n]).real(); }) /
         (3.0 * double(links.size()));
}

Complex polyakov_loop(const Configuration& u) {
  const Geometry& g = u.geometry();
  const std::size_t space = g.volume() / std::size_t(g.extent(3));
  const Complex sum = blocked_sum<Complex>(space, [&](std::size_t n) {
    Matrix3 loop = u.link(n, 3);
    for (int t = 1; t < g.extent(3); ++t) loop = loop * u.link(std::size_t(t) * space + n, 3);
    return trace(loop);
  });
  return sum / (3.0 * double(space));
}

double gauge_action(const Configuration& u, const GaugeCouplings& couplings) {
  const Geometry& g = u.geometry();
  // The terms are 3 - Re Tr P. A subtraction of sums would lose digits of dH on smooth configurations.
  const double sum = blocked_sum<double>(g.volume(), [&](std::size_t n) {
    const Site s = g.site(n);
    double plaquettes = 0.0, rectangles = 0.0;
    for (int nu = 0; nu < kDirections; ++nu)
      for (int mu = 0; mu < kDirections; ++mu) {
        if (mu < nu) plaquettes += 3.0 - plaquette_trace(u, s, mu, nu);
        if (mu != nu && couplings.rectangles()) rectangles += 3.0 - rectangle_trace(u, s, mu, nu);
      }
    return couplings.c0() * plaquettes + couplings.c1 * rectangles;
  });
  return couplings.beta / 3.0 * sum;
}

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

}  // namespace glueball::cpu
