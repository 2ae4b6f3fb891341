#include "rational/polynomial.hpp"

#include <utility>

namespace glueball {
namespace {

/// Laguerre's method. For a polynomial with real roots it finds the first root from any point left of all
/// roots, and one of them from anywhere else. Returns nothing if the discriminant is negative, because some
/// roots are complex then.
std::optional<Real> root_from(const Polynomial& p, Real y) {
  const Real degree = Real(p.size() - 1);
  const Real enough = pow(Real(10), -190);
  for (int step = 0; step < 200; ++step) {
    Real value = 0, slope = 0, curvature = 0;
    for (std::size_t n = p.size(); n-- > 0;) {
      curvature = curvature * y + 2 * slope;
      slope = slope * y + value;
      value = value * y + p[n];
    }
    if (value == 0) return y;
    const Real g = slope / value, h = g * g - curvature / value;
    const Real discriminant = (degree - 1) * (degree * h - g * g);
    if (discriminant < 0) {
      if (discriminant < -enough * g * g) return std::nullopt;
    }
    const Real root = discriminant > 0 ? Real(sqrt(discriminant)) : Real(0);
    const Real below = g > 0 ? Real(g + root) : Real(g - root);
    if (below == 0) return std::nullopt;
    const Real change = degree / below;
    y -= change;
    if (abs(change) <= enough * abs(y)) return y;
  }
  return std::nullopt;
}

}  // namespace

ValueAndSlope evaluate(const Polynomial& p, const Real& y) {
  ValueAndSlope at{0, 0};
  for (std::size_t n = p.size(); n-- > 0;) {
    at.slope = at.slope * y + at.value;
    at.value = at.value * y + p[n];
  }
  return at;
}

Polynomial interpolate(const std::vector<Real>& points, std::vector<Real> values) {
  const std::size_t count = points.size();
  // Newton's divided differences are computed first, then the coefficients from the inside out.
  for (std::size_t k = 1; k < count; ++k)
    for (std::size_t i = count; i-- > k;)
      values[i] = (values[i] - values[i - 1]) / (points[i] - points[i - k]);
  Polynomial p(count, Real(0));
  for (std::size_t k = count; k-- > 0;) {
    for (std::size_t i = count; i-- > 1;) p[i] = p[i - 1] - points[k] * p[i];
    p[0] = values[k] - points[k] * p[0];
  }
  return p;
}

std::optional<std::vector<Real>> real_roots(const Polynomial& p) {
  std::vector<Real> roots;
  Polynomial left = p;
  while (left.size() > 1) {
    // The root nearest to 0 is divided out first, which is stable.
    const auto rough = root_from(left, 0);
    if (!rough) return std::nullopt;
    const auto root = root_from(p, *rough);
    if (!root) return std::nullopt;
    roots.push_back(*root);
    Polynomial quotient(left.size() - 1);
    Real carry = 0;
    for (std::size_t n = left.size() - 1; n > 0; --n) carry = quotient[n - 1] = left[n] + carry * *root;
    left = std::move(quotient);
  }
  return roots;
}

std::vector<Real> solve_linear(std::vector<std::vector<Real>> a, std::vector<Real> b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (abs(a[i][k]) > abs(a[best][k])) best = i;
    std::swap(a[k], a[best]);
    std::swap(b[k], b[best]);
    // An eigenvector's matrix is singular; its solution is needed up to a factor only.
    if (a[k][k] == 0) a[k][k] = pow(Real(10), -400);
    for (std::size_t i = k + 1; i < n; ++i) {
      const Real factor = a[i][k] / a[k][k];
      if (factor == 0) continue;
      for (std::size_t j = k + 1; j < n; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

}  // namespace glueball
