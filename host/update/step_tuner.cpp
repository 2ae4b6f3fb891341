#include "update/step_tuner.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "measure/equilibration.hpp"
#include "measure/statistics.hpp"

namespace glueball {
namespace {

constexpr double kMostSteps = 10000;
constexpr std::size_t kLeast = 4;  // least number of values for a variance

double variance_for(double acceptance) {
  double low = 0, high = 100;  // bounds of sqrt(variance)
  for (int n = 0; n < 100; ++n) {
    const double middle = 0.5 * (low + high);
    (acceptance_of(middle * middle) > acceptance ? low : high) = middle;
  }
  return low * low;
}

/// Returns the values without the beginning, which is not in equilibrium.
std::span<const double> settled_part(std::span<const double> v) { return v.subspan(settled_after(v)); }

double variance_of(std::span<const double> v) {
  const double count = double(v.size()), variance = squares_of(v) / (count - 1);
  double differences = 0;
  for (std::size_t i = 1; i < v.size(); ++i) differences += (v[i] - v[i - 1]) * (v[i] - v[i - 1]);
  differences /= 2 * (count - 1);
  // For independent values the ratio is 1 +- 1 / sqrt(count).
  return differences < (1 - 2 / std::sqrt(count)) * variance ? differences : variance;
}

}  // namespace

double acceptance_of(double variance) { return std::erfc(std::sqrt(variance / 8)); }

StepTuner::StepTuner(int steps, double target, int order)
    : target_(target),
      target_variance_(variance_for(target)),
      log_steps_(std::log(double(steps))),
      order_(order) {}

double StepTuner::spread(std::span<const double> scaled, double scale) const {
  const double variance = variance_of(scaled) * scale * scale;
  const double beyond =
      mean_of(scaled) * scale - variance / 2 - 2 * std::sqrt(variance / double(scaled.size()));
  return variance + (beyond > 0 ? beyond * beyond : 0);
}

void StepTuner::learn(double delta_h) {
  const double now = std::log(double(steps())), scale = std::pow(double(steps()), -double(order_));
  scaled_.push_back(delta_h / scale);
  double wanted = now;
  if (scaled_.size() < kLeast) {
    if (delta_h > 0) wanted += std::max(0.0, std::log(delta_h * delta_h / target_variance_) / (2 * order_));
  } else {
    const double square = spread(settled_part(scaled_), scale);
    wanted = square > 0 ? now + std::log(square / target_variance_) / (2 * order_) : now - std::log(2.0);
  }
  log_steps_ =
      std::clamp(std::clamp(wanted, now - std::log(2.0), now + std::log(2.0)), 0.0, std::log(kMostSteps));
}

int StepTuner::steps() const {
  const double wanted = std::exp(log_steps_);
  const auto miss = [&](double steps) {
    return std::abs(acceptance_of(target_variance_ * std::pow(wanted / steps, 2 * order_)) - target_);
  };
  const double fewer = std::max(1.0, std::floor(wanted));
  return int(miss(fewer) <= miss(fewer + 1) ? fewer : fewer + 1);
}

std::optional<ExpectedAcceptance> StepTuner::expected() const {
  if (scaled_.size() < kLeast) return std::nullopt;
  const auto settled = settled_part(scaled_);
  const double square = spread(settled, std::pow(double(steps()), -double(order_)));
  // The derivative is erfc'(x) = -2 / sqrt(pi) exp(-x^2). The relative error of the width x would be 1 /
  // sqrt(2 (N - 1)), but the beginning is chosen by the same numbers, which doubles the square of the error.
  const double x = std::sqrt(square / 8);
  return ExpectedAcceptance{.value = acceptance_of(square),
                            .error = 2 / std::sqrt(std::numbers::pi) * x * std::exp(-x * x) /
                                     std::sqrt(double(settled.size() - 1))};
}

}  // namespace glueball
