#include "cpu/unitary_part.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace glueball::cpu {
namespace {

constexpr double kNearUnit = 1e-7;  // |S| of eigenvalues that are all equal up to rounding
constexpr double kDeterminantOff = 1e-5;
constexpr double kKeptSquare = 0.9;
constexpr double kRounding = 1e-14;  // of singular values, relative to the largest

std::array<Complex, 3> column(const Matrix3& m, int j) { return {m[0][j], m[1][j], m[2][j]}; }

Complex dot(const std::array<Complex, 3>& a, const std::array<Complex, 3>& b) {
  return std::conj(a[0]) * b[0] + std::conj(a[1]) * b[1] + std::conj(a[2]) * b[2];
}

/// Columns i and j of m become c col_i - s conj(phase) col_j and s phase col_i + c col_j.
void rotate_columns(Matrix3& m, int i, int j, double c, double s, Complex phase) {
  for (int k = 0; k < 3; ++k) {
    const Complex a = m[k][i], b = m[k][j];
    m[k][i] = c * a - s * std::conj(phase) * b;
    m[k][j] = s * phase * a + c * b;
  }
}

/// Replaces columns that are 0 by unit vectors orthogonal to the others.
void complete_columns(Matrix3& m, std::array<bool, 3> given) {
  for (int j = 0; j < 3; ++j) {
    if (given[j]) continue;
    std::array<Complex, 3> best{};
    double longest = 0;
    for (int k = 0; k < 3; ++k) {
      std::array<Complex, 3> v{};
      v[k] = 1;
      for (int pass = 0; pass < 2; ++pass)
        for (int l = 0; l < 3; ++l) {
          if (!given[l]) continue;
          const Complex overlap = dot(column(m, l), v);
          for (int n = 0; n < 3; ++n) v[n] -= overlap * m[n][l];
        }
      const double length = std::sqrt(dot(v, v).real());
      if (length > longest) longest = length, best = v;
    }
    for (int n = 0; n < 3; ++n) m[n][j] = best[n] / longest;
    given[j] = true;
  }
}

/// Returns the eigenvalues of Q = V^+ V from the three numbers tr Q^k / k.
std::array<double, 3> eigenvalues(double c0, double c1, double c2) {
  const double s = c1 / 3 - c0 * c0 / 18, r = c2 / 2 - c0 * c1 / 3 + c0 * c0 * c0 / 27;
  std::array<double, 3> g;
  g.fill(c0 / 3);
  if (std::abs(s) < kNearUnit) return g;
  const double theta = std::acos(std::clamp(r / std::pow(s, 1.5), -1.0, 1.0));
  for (int k = 0; k < 3; ++k)
    g[k] += 2 * std::sqrt(s) * std::cos(theta / 3 + 2 * std::numbers::pi * (k - 1) / 3);
  return g;
}

}  // namespace

SingularValues singular_values(const Matrix3& m) {
  SingularValues d{m, Matrix3::identity(), {}};
  for (int sweep = 0; sweep < 60; ++sweep) {
    bool turned = false;
    for (const auto& [i, j] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
      const auto a = column(d.left, i), b = column(d.left, j);
      const double aa = dot(a, a).real(), bb = dot(b, b).real();
      const Complex ab = dot(a, b);
      const double size = std::abs(ab);
      if (size <= 1e-16 * std::sqrt(aa * bb)) continue;
      turned = true;
      const double zeta = (bb - aa) / (2 * size);
      const double t = (zeta >= 0 ? 1 : -1) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
      const double c = 1 / std::sqrt(1 + t * t);
      const Complex phase = ab / size;
      rotate_columns(d.left, i, j, c, c * t, phase);
      rotate_columns(d.right, i, j, c, c * t, phase);
    }
    if (!turned) break;
  }
  std::array<bool, 3> given;
  for (int j = 0; j < 3; ++j) {
    const auto a = column(d.left, j);
    d.values[j] = std::sqrt(dot(a, a).real());
    given[j] = d.values[j] > 0;
    if (given[j])
      for (int k = 0; k < 3; ++k) d.left[k][j] /= d.values[j];
  }
  complete_columns(d.left, given);
  return d;
}

UnitaryPart unitary_part(const Matrix3& v) {
  const Matrix3 q = adjoint(v) * v, q2 = q * q;
  const auto g = eigenvalues(trace(q).real(), trace(q2).real() / 2, trace(q2 * q).real() / 3);
  const double det = determinant(q).real(), product = g[0] * g[1] * g[2];
  if (!(g[0] > 0 && g[1] > 0 && g[2] > 0 && std::abs(det / product - 1) < kDeterminantOff)) {
    const SingularValues d = singular_values(v);
    std::array<double, 3> s = d.values;
    std::ranges::sort(s);
    return {d.left * adjoint(d.right), true, !(s[1] > kRounding * s[2])};
  }
  const double a = std::sqrt(g[0]), b = std::sqrt(g[1]), c = std::sqrt(g[2]);
  const double x = a + b + c, y = a * b + b * c + c * a, w = a * b * c, d = w * (x * y - w);
  const Matrix3 root = Complex((x * y * y - w * (x * x + y)) / d) * Matrix3::identity() +
                       Complex((2 * x * y - w - x * x * x) / d) * q + Complex(x / d) * q2;
  return {v * root, false};
}

UnitaryChain unitary_part_chain(const Matrix3& v, const Matrix3& f, double filter) {
  const SingularValues d = singular_values(v);
  UnitaryChain result{{}, 0};
  std::array<double, 3> s = d.values, r{}, h{1, 1, 1};
  std::array<bool, 3> changed{};
  for (std::size_t k = 0; k < 3; ++k) {
    s[k] = std::max(s[k], 1e-15);
    r[k] = std::sqrt(filter + kKeptSquare * s[k] * s[k]);
    changed[k] = s[k] < r[k];
    if (!changed[k]) continue;
    h[k] = s[k] / r[k];
    ++result.filtered;
  }
  const Matrix3 inside = adjoint(d.right) * f * d.left;
  Matrix3 turned;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const Complex here = inside[i][j], back = std::conj(inside[j][i]);
      const double sum = (h[i] + h[j]) / (s[i] + s[j]);
      double difference = 0;
      if (changed[i] && changed[j])  // h_i^2 - h_j^2 = filter (s_i^2 - s_j^2) / (r_i r_j)^2
        difference = filter * (s[i] + s[j]) / (r[i] * r[i] * r[j] * r[j] * (h[i] + h[j]));
      else if (changed[i] || changed[j])
        difference = (h[i] - h[j]) / (s[i] - s[j]);
      turned[i][j] = sum * (here - back) / 2.0 + difference * (here + back) / 2.0;
    }
  result.y = d.right * turned * adjoint(d.left);
  return result;
}

Matrix3 filtered_part(const Matrix3& v, double filter) {
  const SingularValues d = singular_values(v);
  Matrix3 m;
  for (int k = 0; k < 3; ++k) {
    const double s = d.values[std::size_t(k)], r2 = filter + kKeptSquare * s * s;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        m[i][j] += (s * s < r2 ? s / std::sqrt(r2) : 1.0) * d.left[i][k] * std::conj(d.right[j][k]);
  }
  return m;
}

}  // namespace glueball::cpu
