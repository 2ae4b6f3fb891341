#include "reference/densities.hpp"

#include <array>

#include "cpu/field_strength.hpp"
#include "cpu/loops.hpp"

namespace glueball::reference {
using namespace cpu;

std::vector<std::array<double, 2>> plaquette_density(const Configuration& u) {
  const Geometry& g = u.geometry();
  std::vector<std::array<double, 2>> density(g.volume());
#pragma omp parallel for
  for (std::size_t n = 0; n < g.volume(); ++n) {
    const Site s = g.site(n);
    for (int nu = 1; nu < kDirections; ++nu)
      for (int mu = 0; mu < nu; ++mu) {
        const Matrix3 lower = u.link(s, mu) * u.link(g.neighbour(s, mu), nu);
        const Matrix3 upper = u.link(s, nu) * u.link(g.neighbour(s, nu), mu);
        density[n][nu == 3] += 1.0 - trace(lower * adjoint(upper)).real() / 3.0;
      }
  }
  return density;
}

namespace {

/// F_mu_nu of every pair; half of them follow by antisymmetry.
struct Strengths {
  Strengths(const Configuration& u, const Site& s, FieldStrength kind) {
    for (int mu = 0; mu < kDirections; ++mu)
      for (int nu = 0; nu < kDirections; ++nu)
        if (mu != nu) f[std::size_t(mu)][std::size_t(nu)] = field_strength(u, s, mu, nu, kind);
  }
  const Matrix3& at(int mu, int nu) const { return f[std::size_t(mu)][std::size_t(nu)]; }
  std::array<std::array<Matrix3, kDirections>, kDirections> f{};
};

/// Returns the sign of a permutation of 0 ... 3.
int sign_of(std::array<int, 4> p) {
  int sign = 1;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = i + 1; j < 4; ++j)
      if (p[i] > p[j]) sign = -sign;
  return sign;
}

}  // namespace

double energy_momentum(const Configuration& u, const Site& s, int mu, int nu, FieldStrength kind) {
  const Strengths f(u, s, kind);
  double sum = 0;
  for (int r = 0; r < kDirections; ++r)
    if (r != mu && r != nu) sum += 2 * trace(f.at(mu, r) * f.at(nu, r)).real();
  if (mu != nu) return sum;
  for (int r = 0; r < kDirections; ++r)
    for (int q = r + 1; q < kDirections; ++q) sum -= trace(f.at(r, q) * f.at(r, q)).real();
  return sum;
}

double weinberg(const Configuration& u, const Site& s, int axis, FieldStrength kind) {
  const Strengths f(u, s, kind);
  double sum = 0;
  for (int n = 0; n < kDirections; ++n)
    for (int k = 0; k < kDirections; ++k)
      for (int l = 0; l < kDirections; ++l) {
        if (n == axis || k == axis || k == n || l <= k || l == axis || l == n) continue;
        const int sign = sign_of({axis, n, k, l});
        for (const int r : {k, l}) {
          const Matrix3 &a = f.at(axis, r), &b = f.at(n, r);
          const Matrix3 commutator = a * b - b * a;
          sum += sign * (8.0 / 3.0) * (Complex(0, 1) * trace(commutator * f.at(k, l))).real();
        }
      }
  return sum;
}

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
