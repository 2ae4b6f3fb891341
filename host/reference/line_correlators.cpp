#include "reference/line_correlators.hpp"

#include "reference/clover.hpp"
#include "reference/loops.hpp"

namespace glueball::reference {
namespace {

Site later(const Geometry& g, Site s, int steps) {
  for (int n = 0; n < steps; ++n) s = g.neighbour(s, 3);
  return s;
}

}  // namespace

double strengths_on_line(const Configuration& u, const Site& s, int mu, int nu, int dt, FieldStrength kind) {
  const Geometry& g = u.geometry();
  const Site far = later(g, s, dt);
  return trace(field_strength(u, s, mu, nu, kind) * path_product(u, s, {{3, true, dt}}) *
               field_strength(u, far, mu, nu, kind) * path_product(u, far, {{3, true, g.extent(3) - dt}}))
      .real();
}

double corners_on_line(const Configuration& u, const Site& s, int mu, bool forward, int dt) {
  // There are four loops: two corners at each end.
  double sum = 0;
  const int rest = u.geometry().extent(3) - dt - 1;
  const Leg out{mu, forward}, back{mu, !forward}, up{3, true};
  const Leg between{3, true, dt - 1}, home{3, true, rest};
  sum += trace(path_product(u, s, {out, up, between, back, up, home})).real();
  sum -= trace(path_product(u, s, {out, up, between, up, back, home})).real();
  sum -= trace(path_product(u, s, {up, out, between, back, up, home})).real();
  sum += trace(path_product(u, s, {up, out, between, up, back, home})).real();
  return sum;
}

}  // namespace glueball::reference
