#include "flow/scale.hpp"

#include <algorithm>
#include <cmath>

namespace glueball {

void FlowCurve::add(double t, double t2e) { points_.push_back({t, t2e}); }

FlowCurve::Point FlowCurve::interpolate(std::size_t i, double t) const {
  const std::size_t count = std::min<std::size_t>(4, points_.size());
  const std::size_t first = std::min(i == 0 ? 0 : i - 1, points_.size() - count);
  double value = 0.0, slope = 0.0;
  for (std::size_t a = first; a < first + count; ++a) {
    double weight = 1.0, weight_slope = 0.0;  // of Lagrange's polynomial a, by the product rule
    for (std::size_t b = first; b < first + count; ++b) {
      if (b == a) continue;
      const double width = points_[a].t - points_[b].t;
      weight_slope = (weight_slope * (t - points_[b].t) + weight) / width;
      weight *= (t - points_[b].t) / width;
    }
    value += weight * points_[a].y;
    slope += weight_slope * points_[a].y;
  }
  return {value, slope};
}

template <class F>
std::optional<double> FlowCurve::crossing(F f, double value) const {
  for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
    double low = points_[i].t, high = points_[i + 1].t;
    if (!(f(i, low) < value && f(i, high) >= value)) continue;
    for (int n = 0; n < 60; ++n) {
      const double middle = 0.5 * (low + high);
      (f(i, middle) < value ? low : high) = middle;
    }
    return 0.5 * (low + high);
  }
  return std::nullopt;
}

std::optional<double> FlowCurve::t0(double value) const {
  return crossing([this](std::size_t i, double t) { return interpolate(i, t).t; }, value);
}

std::optional<double> FlowCurve::w0(double value) const {
  const auto t = crossing([this](std::size_t i, double t) { return t * interpolate(i, t).y; }, value);
  return t ? std::optional(std::sqrt(*t)) : std::nullopt;
}

}  // namespace glueball
