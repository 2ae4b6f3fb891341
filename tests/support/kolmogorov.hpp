// The test of Kolmogorov and Smirnov, and the distribution that SU(2) heatbaths must have.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace glueball::test {

/// The chance that so many numbers from `distribution` (a cumulative one) lie further from it than `sample`
/// does.
template <class Distribution>
double kolmogorov_probability(std::vector<double> sample, Distribution distribution) {
  std::sort(sample.begin(), sample.end());
  const double n = double(sample.size());
  double distance = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double f = distribution(sample[i]);
    distance = std::max({distance, f - double(i) / n, double(i + 1) / n - f});
  }
  const double x = (std::sqrt(n) + 0.12 + 0.11 / std::sqrt(n)) * distance;
  if (x < 0.2) return 1;  // the series does not converge there
  double sum = 0;
  for (int k = 1; k < 100; ++k) sum += (k % 2 ? 2 : -2) * std::exp(-2.0 * k * k * x * x);
  return sum;
}

/// Returns P(b0 < x) for the density sqrt(1 - b0^2) exp(alpha b0), by Simpson's rule in the angle of b0.
inline double su2_distribution(double alpha, double x) {
  const auto integral = [alpha](double upper) {
    constexpr int kSteps = 400;
    const auto f = [alpha](double t) {
      return std::sin(t) * std::sin(t) * std::exp(alpha * (-std::cos(t) - 1));
    };
    double sum = f(0) + f(upper);
    for (int i = 1; i < kSteps; ++i) sum += (i % 2 ? 4 : 2) * f(upper * i / kSteps);
    return sum * upper / kSteps / 3;
  };
  return integral(std::acos(std::clamp(-x, -1.0, 1.0))) / integral(std::numbers::pi);
}

}  // namespace glueball::test
