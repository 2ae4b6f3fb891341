#include "rational/zolotarev_nodes.hpp"

#include <array>
#include <cmath>

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

}  // namespace glueball
