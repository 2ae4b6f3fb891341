#include "measure/equilibration.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "measure/statistics.hpp"

namespace glueball {
namespace {

constexpr std::size_t kLeastKept = 4, kLeastForGamma = 10;
constexpr double kGain = 0.8, kSureDrift = 4;

/// Student's t of 2 to 7 degrees of freedom that is exceeded, in size, with a probability of 0.5 %.
constexpr double kStudent[] = {14.09, 7.45, 5.60, 4.77, 4.32, 4.03};

}  // namespace

std::size_t settled_after(std::span<const double> series) {
  std::size_t best = 0;
  double least = -1;
  for (std::size_t cut = 0; 2 * cut <= series.size() && series.size() - cut >= kLeastKept; ++cut) {
    const auto rest = series.subspan(cut);
    const double uncertainty = squares_of(rest) / (double(rest.size()) * double(rest.size()));
    if (least >= 0 && uncertainty >= kGain * least) continue;
    least = uncertainty;
    best = cut;
  }
  return best;
}

bool drifts(std::span<const double> series) {
  const std::size_t n = series.size();
  if (n < kLeastKept) return false;
  const double middle = double(n - 1) / 2, mean = mean_of(series);
  double product = 0, squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!std::isfinite(series[i])) return false;
    product += (double(i) - middle) * (series[i] - mean);
    squares += (double(i) - middle) * (double(i) - middle);
  }
  const double slope = product / squares;
  std::vector<double> rest;
  for (std::size_t i = 0; i < n; ++i) rest.push_back(series[i] - mean - slope * (double(i) - middle));
  // The error of a slope is that of a mean divided by the width of the steps, sqrt(squares / n).
  const double rise = std::abs(slope) * std::sqrt(squares / double(n)), rounding = 1e-12 * std::abs(mean);
  const double sure = n >= kLeastForGamma
                          ? kSureDrift * gamma_method(rest).error
                          : kStudent[n - kLeastKept] * std::sqrt(squares_of(rest) / double((n - 2) * n));
  return rise > std::max(sure, rounding);
}

}  // namespace glueball
