#include "reference/smear.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "cpu/algebra.hpp"
#include "cpu/unitary_part.hpp"
#include "reference/gauge_force.hpp"

namespace glueball::reference {
using namespace cpu;
namespace {

void require_dimensions(int dimensions) {
  if (dimensions != 3 && dimensions != 4)
    throw Error(ErrorKind::bad_value, "smearing in " + std::to_string(dimensions) + " dimensions",
                "give 3 or 4");
}

/// Returns the angle p in [0, pi] with p + asin(r1 sin p) + asin(r2 sin p) = angle, by bisection. The left
/// side is concave, from 0 to pi.
double balanced_angle(double r1, double r2, double angle) {
  double low = 0, high = std::numbers::pi;
  for (int n = 0; n < 60; ++n) {
    const double p = (low + high) / 2, s = std::sin(p);
    (p + std::asin(std::min(r1 * s, 1.0)) + std::asin(std::min(r2 * s, 1.0)) < angle ? low : high) = p;
  }
  return low;
}

/// Returns both staples from s to s + mu with sides along rho. link(site, mu) and side(site, rho) are the
/// links that they consist of.
template <class Links, class Sides>
Matrix3 staples(const Geometry& g, const Site& s, int mu, int rho, Links link, Sides side) {
  const Site below = g.neighbour(s, rho, -1);
  return side(s) * link(g.neighbour(s, rho)) * adjoint(side(g.neighbour(s, mu))) +
         adjoint(side(below)) * link(below) * side(g.neighbour(below, mu));
}

/// Twelve matrices for each site.
class FatLinks {
 public:
  explicit FatLinks(const Geometry& g) : geometry_(g), links_(g.volume() * 12) {}
  Matrix3& at(const Site& s, int slot) { return links_[geometry_.index(s) * 12 + std::size_t(slot)]; }
  const Matrix3& at(const Site& s, int slot) const {
    return links_[geometry_.index(s) * 12 + std::size_t(slot)];
  }

 private:
  Geometry geometry_;
  std::vector<Matrix3> links_;
};

Matrix3 fat_staples(const FatLinks& v, const Geometry& g, const Site& s, int mu, int rho, int slot_mu,
                    int slot_rho) {
  return staples(
      g, s, mu, rho, [&](const Site& x) { return v.at(x, slot_mu); },
      [&](const Site& x) { return v.at(x, slot_rho); });
}

}  // namespace

Matrix3 project_su3(const Matrix3& m, Projection projection) {
  SingularValues d = singular_values(m);
  const auto swap_columns = [&](int i, int j) {
    std::swap(d.values[i], d.values[j]);
    for (int k = 0; k < 3; ++k)
      std::swap(d.left[k][i], d.left[k][j]), std::swap(d.right[k][i], d.right[k][j]);
  };
  for (const auto& [i, j] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}})
    if (d.values[i] < d.values[j]) swap_columns(i, j);
  // The determinant of V = left y right^+ is 1 if the angles of y sum to this.
  const double angle = -std::arg(determinant(d.left) * std::conj(determinant(d.right)));
  std::array<double, 3> phases;
  phases.fill(angle / 3);
  if (!(d.values[1] > 0))
    phases.fill(std::numeric_limits<double>::quiet_NaN());  // the nearest matrix is not unique
  else if (projection == Projection::maximal_trace) {
    const double r1 = d.values[2] / d.values[0], r2 = d.values[2] / d.values[1];
    const double p = balanced_angle(r1, r2, std::abs(angle));
    phases[0] = std::copysign(std::asin(std::min(r1 * std::sin(p), 1.0)), angle);
    phases[1] = std::copysign(std::asin(std::min(r2 * std::sin(p), 1.0)), angle);
    phases[2] = angle - phases[0] - phases[1];
  }
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 3; ++i) d.left[i][k] *= std::polar(1.0, phases[std::size_t(k)]);
  return reunitarized(d.left * adjoint(d.right));
}

Configuration ape_smeared(const Configuration& u, const ApeParameters& p) {
  require_dimensions(p.dimensions);
  const Geometry& g = u.geometry();
  Configuration smeared = u;
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int mu = 0; mu < p.dimensions; ++mu) {
      Matrix3 sum = Complex(p.keep) * u.link(n, mu);
      for (int nu = 0; nu < p.dimensions; ++nu)
        if (nu != mu)
          sum += Complex(p.staple) * staples(
                                         g, g.site(n), mu, nu, [&](const Site& x) { return u.link(x, mu); },
                                         [&](const Site& x) { return u.link(x, nu); });
      smeared.link(n, mu) = project_su3(sum, p.projection);
    }
  return smeared;
}

Configuration stout_smeared(const Configuration& u, double rho, int dimensions) {
  require_dimensions(dimensions);
  const Geometry& g = u.geometry();
  Configuration smeared = u;
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int mu = 0; mu < dimensions; ++mu) {
      Matrix3 c;
      for (int nu = 0; nu < dimensions; ++nu)
        if (nu != mu)
          c += staples(
              g, g.site(n), mu, nu, [&](const Site& x) { return u.link(x, mu); },
              [&](const Site& x) { return u.link(x, nu); });
      // Q = i/2 (W^+ - W) without its trace, where W = rho C U^+; its coefficients are 2 Im Tr(T_a W).
      AlgebraVector q = imaginary_traces(Complex(rho) * c * adjoint(u.link(n, mu)));
      for (double& x : q) x *= 2.0;
      smeared.link(n, mu) = exponential(q, 1.0) * u.link(n, mu);
    }
  return smeared;
}

Configuration hyp_smeared(const Configuration& u, const HypParameters& p) {
  require_dimensions(p.dimensions);
  const Geometry& g = u.geometry();
  const int d = p.dimensions;
  const double outer = p.alpha1, middle = p.alpha2, inner = p.alpha3;
  FatLinks first(g), second(g);
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int mu = 0; mu < d; ++mu)
      for (int eta = 0; eta < d; ++eta) {
        if (eta == mu) continue;
        const Matrix3 sum = staples(
            g, g.site(n), mu, eta, [&](const Site& x) { return u.link(x, mu); },
            [&](const Site& x) { return u.link(x, eta); });
        first.at(g.site(n), slot_of(mu, eta)) =
            project_su3(Complex(1.0 - inner) * u.link(n, mu) + Complex(inner / 2.0) * sum, p.projection);
      }
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int mu = 0; mu < d; ++mu)
      for (int nu = 0; nu < kDirections; ++nu) {
        if (nu == mu || (d == 3 && nu != 3))
          continue;  // in three dimensions the spatial links are the last level
        Matrix3 sum = Complex(1.0 - middle) * u.link(n, mu);
        for (int rho = 0; rho < d; ++rho) {
          if (rho == mu || rho == nu) continue;
          const int left = 6 - mu - nu - rho;
          sum += Complex(middle / 4.0) *
                 fat_staples(first, g, g.site(n), mu, rho, slot_of(mu, left), slot_of(rho, left));
        }
        second.at(g.site(n), slot_of(mu, nu)) = project_su3(sum, p.projection);
      }
  Configuration smeared = u;
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int mu = 0; mu < d; ++mu) {
      if (d == 3) {
        smeared.link(n, mu) = second.at(g.site(n), slot_of(mu, 3));
        continue;
      }
      Matrix3 sum = Complex(1.0 - outer) * u.link(n, mu);
      for (int nu = 0; nu < kDirections; ++nu)
        if (nu != mu)
          sum += Complex(outer / 6.0) *
                 fat_staples(second, g, g.site(n), mu, nu, slot_of(mu, nu), slot_of(nu, mu));
      smeared.link(n, mu) = project_su3(sum, p.projection);
    }
  return smeared;
}

}  // namespace glueball::reference
