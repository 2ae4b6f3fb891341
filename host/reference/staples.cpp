#include "reference/staples.hpp"

#include <initializer_list>

namespace glueball::reference {
namespace {

/// A step along `mu`, forward or backward (sign -1).
struct Step {
  int mu;
  int sign;
};

/// Returns the product of the links along a path from s.
Matrix3 path_product(const Configuration& u, Site s, std::initializer_list<Step> steps) {
  const Geometry& g = u.geometry();
  Matrix3 product = Matrix3::identity();
  for (const Step& step : steps) {
    if (step.sign < 0) s = g.neighbour(s, step.mu, -1);
    product = product * (step.sign > 0 ? u.link(s, step.mu) : adjoint(u.link(s, step.mu)));
    if (step.sign > 0) s = g.neighbour(s, step.mu);
  }
  return product;
}

}  // namespace

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

Matrix3 rectangle_staple_sum(const Configuration& u, const Site& s, int mu) {
  const Site ahead = u.geometry().neighbour(s, mu);
  Matrix3 sum;
  for (int nu = 0; nu < kDirections; ++nu) {
    if (nu == mu) continue;
    for (const int side : {1, -1}) {
      const Step out{nu, side}, in{nu, -side}, on{mu, 1}, back{mu, -1};
      sum += path_product(u, ahead, {on, out, back, back, in});
      sum += path_product(u, ahead, {out, back, back, in, on});
      sum += path_product(u, ahead, {out, out, back, in, in});
    }
  }
  return sum;
}

Matrix3 action_staples(const Configuration& u, const GaugeCouplings& couplings, const Site& s, int mu) {
  Matrix3 v = Complex(couplings.c0()) * staple_sum(u, s, mu);
  if (couplings.rectangles()) v += Complex(couplings.c1) * rectangle_staple_sum(u, s, mu);
  return v;
}

}  // namespace glueball::reference
