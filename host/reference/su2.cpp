#include "reference/su2.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace glueball::reference {
using namespace cpu;
double length(const Quaternion& a) {
  return std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + a[3] * a[3]);
}

Quaternion adjoint(const Quaternion& a) { return {a[0], -a[1], -a[2], -a[3]}; }

Quaternion operator*(const Quaternion& a, const Quaternion& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
          a[0] * b[1] + b[0] * a[1] - (a[2] * b[3] - a[3] * b[2]),
          a[0] * b[2] + b[0] * a[2] - (a[3] * b[1] - a[1] * b[3]),
          a[0] * b[3] + b[0] * a[3] - (a[1] * b[2] - a[2] * b[1])};
}

Quaternion su2_part(const Matrix3& w, int subgroup) {
  const int i = kFirst[subgroup], j = kSecond[subgroup];
  return {0.5 * (w[i][i] + w[j][j]).real(), 0.5 * (w[i][j] + w[j][i]).imag(),
          0.5 * (w[i][j] - w[j][i]).real(), 0.5 * (w[i][i] - w[j][j]).imag()};
}

Matrix3 su2_times(const Quaternion& a, Matrix3 m, int subgroup) {
  const int i = kFirst[subgroup], j = kSecond[subgroup];
  const Complex diagonal(a[0], a[3]), off(a[2], a[1]);
  for (int c = 0; c < 3; ++c) {
    const Complex p = m[i][c], q = m[j][c];
    m[i][c] = diagonal * p + off * q;
    m[j][c] = -std::conj(off) * p + std::conj(diagonal) * q;
  }
  return m;
}

Quaternion su2_reflection(const Quaternion& k) {
  const double n = length(k);
  if (n == 0) return {1, 0, 0, 0};
  Quaternion inverse = adjoint(k);
  for (double& x : inverse) x /= n;
  return inverse * inverse;
}

namespace {

double proposed(double alpha, const Uniforms& u) {
  if (alpha == 0) return 2.0 * u[0];
  if (alpha < kCreutzBelow) return -std::log1p(u[0] * std::expm1(-2.0 * alpha)) / alpha;
  const double c = std::cos(2.0 * std::numbers::pi * u[1]);
  return -(std::log(u[0]) + c * c * std::log(u[2])) / alpha;
}

double squared_chance(double alpha, double delta) {
  return alpha < kCreutzBelow ? delta * (2.0 - delta) : 1.0 - 0.5 * delta;
}

}  // namespace

Proposal propose(double alpha, const Uniforms& u) {
  const double delta = proposed(alpha, u);
  return {delta, std::sqrt(std::max(squared_chance(alpha, delta), 0.0))};
}

bool is_ruled_out(double alpha, const Uniforms& u) {
  return !(u[3] * u[3] < squared_chance(alpha, proposed(alpha, u)) + 1e-4);
}

Quaternion accepted_element(const Proposal& p, const Uniforms& u, double angle) {
  const double height = u[3] / p.accept;  // uniformly distributed, given that it is below 1
  const double rest = std::sqrt(p.delta * (2.0 - p.delta)), level = 2.0 * std::sqrt(height * (1.0 - height));
  const double phi = 2.0 * std::numbers::pi * angle;
  return {1.0 - p.delta, rest * level * std::cos(phi), rest * level * std::sin(phi),
          rest * (2.0 * height - 1.0)};
}

}  // namespace glueball::reference
