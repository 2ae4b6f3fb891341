#include "quark/effective_mass.hpp"

#include <cmath>

namespace glueball {
namespace {

/// Returns log cosh x without overflow.
double log_cosh(double x) { return std::abs(x) + std::log1p(std::exp(-2.0 * std::abs(x))) - std::log(2.0); }

/// Finds the zero of log cosh(m a) - log cosh(m (a - 1)) - log ratio. This function increases with m from
/// -log ratio; cosh(m) >= e^m / 2 bounds the zero.
std::optional<double> solve(double ratio, double a) {
  if (!(ratio > 1.0) || !std::isfinite(ratio)) return std::nullopt;
  double low = 0, high = std::log(2.0 * ratio);
  for (int n = 0; n < 100; ++n) {
    const double m = 0.5 * (low + high);
    (log_cosh(m * a) - log_cosh(m * (a - 1.0)) < std::log(ratio) ? low : high) = m;
  }
  return 0.5 * (low + high);
}

}  // namespace

std::vector<std::optional<double>> cosh_masses(const std::vector<double>& correlator) {
  const std::size_t length = correlator.size();
  if (length == 0) return {};
  std::vector<double> folded;
  for (std::size_t t = 0; t <= length / 2; ++t)
    folded.push_back(0.5 * (correlator[t] + correlator[(length - t) % length]));
  std::vector<std::optional<double>> masses;
  for (std::size_t t = 0; t + 1 < folded.size(); ++t)
    masses.push_back(solve(folded[t] / folded[t + 1], 0.5 * double(length) - double(t)));
  return masses;
}

}  // namespace glueball
