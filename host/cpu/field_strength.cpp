#include "cpu/field_strength.hpp"

#include <array>
#include <numbers>
#include <string>

#include "base/error.hpp"
#include "cpu/blocked_sum.hpp"
#include "cpu/loops.hpp"

namespace glueball::cpu {
namespace {

double re_trace(const Matrix3& a, const Matrix3& b) {
  double sum = 0.0;  // sum of Re tr a b
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) sum += (a[i][j] * b[j][i]).real();
  return sum;
}

/// Returns the sum of the four loops around s in the plane of two directions.
Matrix3 leaves(const Configuration& u, const Site& s, Leg a, Leg b) {
  Matrix3 sum = rectangle(u, s, a, b);
  sum += rectangle(u, s, b, reversed(a));
  sum += rectangle(u, s, reversed(a), reversed(b));
  sum += rectangle(u, s, reversed(b), a);
  return sum;
}

struct Densities {
  double temporal = 0.0, spatial = 0.0, plaquette = 0.0, charge = 0.0;
  Densities& operator+=(const Densities& d) {
    temporal += d.temporal;
    spatial += d.spatial;
    plaquette += d.plaquette;
    charge += d.charge;
    return *this;
  }
};

Densities densities(const Configuration& u, const Site& s, FieldStrength kind, bool keep_trace) {
  Densities d;
  for (int i = 0; i < 3; ++i) {
    // F_jk and F_it have (i, j, k) cyclic, so that eps_jkit = eps_ijkt = 1.
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const Matrix3 magnetic = field_strength(u, s, j, k, kind, keep_trace);
    const Matrix3 electric = field_strength(u, s, i, 3, kind, keep_trace);
    d.spatial += re_trace(magnetic, magnetic);
    d.temporal += re_trace(electric, electric);
    d.charge -= re_trace(magnetic, electric) / (4.0 * std::numbers::pi * std::numbers::pi);
    for (const auto& plane : {std::array{j, k}, std::array{i, 3}})
      d.plaquette += 2.0 * (3.0 - trace(rectangle(u, s, {plane[0], true}, {plane[1], true})).real());
  }
  return d;
}

}  // namespace

Matrix3 field_strength(const Configuration& u, const Site& s, int mu, int nu, FieldStrength kind,
                       bool keep_trace) {
  Matrix3 q;
  for (const CloverWeight& w : clover_weights(kind)) {
    const double weight = double(w.numerator) / w.denominator;
    q += Complex(weight / 2) *
         (leaves(u, s, {mu, true, w.m}, {nu, true, w.n}) + leaves(u, s, {mu, true, w.n}, {nu, true, w.m}));
  }
  Matrix3 f = Complex(0.0, -0.125) * (q - adjoint(q));
  if (!keep_trace) f -= trace(f) / 3.0 * Matrix3::identity();
  return f;
}

double charge_density(const Configuration& u, const Site& s, FieldStrength kind, bool keep_trace) {
  return densities(u, s, kind, keep_trace).charge;
}

ActionDensity action_density(const Configuration& u, FieldStrength kind, bool keep_trace) {
  const Geometry& g = u.geometry();
  const Densities sum = blocked_sum<Densities>(
      g.volume(), [&](std::size_t n) { return densities(u, g.site(n), kind, keep_trace); });
  const double volume = double(g.volume());
  return {sum.temporal / volume, sum.spatial / volume, sum.plaquette / volume, sum.charge};
}

}  // namespace glueball::cpu
