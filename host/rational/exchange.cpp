#include "rational/exchange.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.hpp"

namespace glueball {
namespace {

/// Returns dn(u K, k') for u up to 1/2, where nothing cancels, and k = sqrt(1 - k'^2) below 1. It uses the
/// descending Landen transformation (M. Abramowitz, I. Stegun, section 16.4), whose means begin with 1 and k.
double dn(double u, double k) {
  constexpr int kSteps = 12;
  std::array<double, kSteps> a, c;
  a[0] = 1;
  c[0] = std::sqrt((1 - k) * (1 + k));
  double b = k;
  for (int n = 1; n < kSteps; ++n) {
    c[n] = (a[n - 1] - b) / 2;
    a[n] = (a[n - 1] + b) / 2;
    b = std::sqrt(a[n - 1] * b);
  }
  // phi = 2^N a_N u K with K = pi / (2 a_N).
  double phi = std::ldexp(std::acos(0.0) * u, kSteps - 1), before = phi;
  for (int n = kSteps - 1; n > 0; --n) {
    before = phi;
    phi = (phi + std::asin(c[n] / a[n] * std::sin(phi))) / 2;
  }
  return std::cos(phi) / std::cos(before - phi);
}

}  // namespace

std::vector<double> zolotarev_nodes(double lo, int count, double offset) {
  const double k = std::sqrt(lo);
  std::vector<double> nodes;
  for (int i = 0; i < count; ++i) {
    const double u = (i + offset) / (count - 1 + 2 * offset);
    // dn(K - u) = k / dn(u).
    const double root = u <= 0.5 ? k / dn(u, k) : dn(1 - u, k);
    nodes.push_back(root * root);
  }
  return nodes;
}

namespace {

using Matrix = std::vector<std::vector<Real>>;

/// Returns 1 / prod_j (y_i - y_j), the weights of the divided difference of highest order, which vanishes for
/// polynomials of a lower degree.
std::vector<Real> difference_weights(const std::vector<Real>& y) {
  std::vector<Real> w(y.size(), Real(1));
  for (std::size_t i = 0; i < y.size(); ++i) {
    for (std::size_t j = 0; j < y.size(); ++j)
      if (j != i) w[i] *= y[i] - y[j];
    w[i] = 1 / w[i];
  }
  return w;
}

/// Returns sum_i c_i y_i^k for k below `count`.
std::vector<Real> moments(std::vector<Real> c, const std::vector<Real>& y, std::size_t count) {
  std::vector<Real> sums(count, Real(0));
  for (Real& sum : sums)
    for (std::size_t i = 0; i < y.size(); ++i) {
      sum += c[i];
      c[i] *= y[i];
    }
  return sums;
}

Matrix hankel(const std::vector<Real>& moments, std::size_t rows, std::size_t columns) {
  Matrix m(rows, std::vector<Real>(columns));
  for (std::size_t k = 0; k < rows; ++k)
    for (std::size_t l = 0; l < columns; ++l) m[k][l] = moments[k + l];
  return m;
}

std::vector<Real> product(const Matrix& m, const std::vector<Real>& v) {
  std::vector<Real> w(m.size(), Real(0));
  for (std::size_t k = 0; k < m.size(); ++k)
    for (std::size_t l = 0; l < v.size(); ++l) w[k] += m[k][l] * v[l];
  return w;
}

Real dot(const std::vector<Real>& a, const std::vector<Real>& b) {
  Real sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

}  // namespace

RemezExchange::RemezExchange(const ApproximationVariable& variable, int order)
    : variable_(variable), order_(std::size_t(order)) {}

void RemezExchange::take(Polynomial q, const std::vector<Real>& places, const std::vector<Real>& weighted) {
  std::vector<Real> some, values;
  for (std::size_t i = 0; i < places.size() && some.size() <= order_; i += 2) {
    some.push_back(places[i]);
    values.push_back(weighted[i] * evaluate(q, places[i]).value);
  }
  q_ = std::move(q);
  p_ = interpolate(some, std::move(values));
}

void RemezExchange::begin() {
  std::vector<Real> zeros;
  for (const double y : zolotarev_nodes(variable_.lo_as_double(), 2 * int(order_) + 1, 0.5))
    zeros.emplace_back(y);
  // sum_i w_i y_i^k P(y_i) = 0 for k < order, where P = f Q: there are order equations for order + 1
  // coefficients.
  std::vector<Real> weighted = difference_weights(zeros), f;
  for (std::size_t i = 0; i < zeros.size(); ++i) weighted[i] *= f.emplace_back(variable_.value(zeros[i]));
  const auto sums = moments(weighted, zeros, 2 * order_);
  std::vector<Real> right;
  for (std::size_t k = 0; k < order_; ++k) right.push_back(-sums[k + order_]);
  Polynomial q = solve_linear(hankel(sums, order_, order_), std::move(right));
  q.emplace_back(1);
  take(std::move(q), zeros, f);
}

Real RemezExchange::slope_of_error(const Real& y) const {
  const ValueAndSlope p = evaluate(p_, y), q = evaluate(q_, y);
  return p.slope / p.value - q.slope / q.value - variable_.log_slope(y);
}

Real RemezExchange::bisected(Real left, Real right) const {
  // Regula falsi with the Illinois weights is exact enough: an extremum needs fewer than 30 digits.
  Real at_left = slope_of_error(left), at_right = slope_of_error(right);
  Real last = left;
  for (int step = 0; step < 100; ++step) {
    const Real y = (left * at_right - right * at_left) / (at_right - at_left);
    const Real at = slope_of_error(y);
    if (at == 0 || abs(y - last) < Real(1e-30) * y) return y;
    last = y;
    if ((at > 0) == (at_right > 0)) {
      right = y;
      at_right = at;
      at_left /= 2;
    } else {
      left = right;
      at_left = at_right;
      right = y;
      at_right = at;
    }
  }
  return last;
}

std::vector<Real> RemezExchange::extrema() const {
  constexpr int kFine = 12;  // points of a search between two extrema
  const auto grid = zolotarev_nodes(variable_.lo_as_double(), kFine * (2 * int(order_) + 1) + 1, 0);
  std::vector<Real> found{variable_.lo()};
  Real left = variable_.lo(), slope = slope_of_error(left);
  for (std::size_t i = 1; i < grid.size(); ++i) {
    const Real right = i + 1 == grid.size() ? Real(1) : Real(grid[i]), there = slope_of_error(right);
    if ((slope > 0) != (there > 0)) found.push_back(bisected(left, right));
    left = right;
    slope = there;
  }
  found.emplace_back(1);
  return found;
}

void RemezExchange::level(const std::vector<Real>& places, const std::vector<Real>& f, Real error) {
  // P = f (1 + s E) Q at the points with s = +-1 in turn, and sum_i w_i y_i^k P(y_i) = 0 for k <= order. This
  // is A q + E B q = 0 with symmetric A and B. B has one sign, because w alternates too.
  const std::vector<Real> w = difference_weights(places);
  std::vector<Real> plain, alternating;
  for (std::size_t i = 0; i < places.size(); ++i) {
    plain.push_back(-w[i] * f[i]);
    alternating.push_back(i % 2 == 0 ? Real(w[i] * f[i]) : Real(-w[i] * f[i]));
  }
  const std::size_t count = order_ + 1;
  const Matrix a = hankel(moments(plain, places, 2 * count), count, count),
               b = hankel(moments(alternating, places, 2 * count), count, count);
  // Rayleigh quotients converge cubically to the nearest solution.
  Polynomial q = q_;
  for (int step = 0; step < 30; ++step) {
    Matrix shifted = a;
    for (std::size_t k = 0; k < count; ++k)
      for (std::size_t l = 0; l < count; ++l) shifted[k][l] -= error * b[k][l];
    q = solve_linear(std::move(shifted), product(b, q));
    const Real largest =
        *std::max_element(q.begin(), q.end(), [](const Real& x, const Real& y) { return abs(x) < abs(y); });
    for (Real& c : q) c /= largest;
    const Real before = error;
    error = dot(q, product(a, q)) / dot(q, product(b, q));
    if (abs(error - before) <= Real(1e-30) * abs(error)) break;
  }
  std::vector<Real> weighted;
  for (std::size_t i = 0; i < places.size(); ++i)
    weighted.push_back(f[i] * (i % 2 == 0 ? Real(1 + error) : Real(1 - error)));
  take(std::move(q), places, weighted);
}

void RemezExchange::run() {
  begin();
  for (int step = 0; step < 50; ++step) {
    const std::vector<Real> places = extrema();
    if (places.size() != 2 * order_ + 2) break;
    std::vector<Real> f;
    Real least = 0, most = 0, sum = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
      f.push_back(variable_.value(places[i]));
      const Real e = evaluate(p_, places[i]).value / evaluate(q_, places[i]).value / f[i] - 1;
      const Real size = abs(e);
      least = i == 0 ? size : std::min(least, size);
      most = std::max(most, size);
      sum += i % 2 == 0 ? e : Real(-e);
    }
    // The errors' signs must alternate, or this is not the best approximation.
    const Real mean = sum / Real(places.size());
    if (!(abs(mean) >= least)) break;
    error_ = most;
    if (most - least <= Real(1e-18) * most) return;
    level(places, f, mean);
  }
  throw Error(ErrorKind::bad_value,
              "the Remez exchange does not converge for " + std::to_string(order_) + " poles",
              "take another order, or another interval");
}

}  // namespace glueball
