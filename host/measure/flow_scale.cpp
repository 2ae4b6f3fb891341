#include "measure/flow_scale.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "base/error.hpp"
#include "measure/jackknife.hpp"

namespace glueball {
namespace {

double at(const std::array<double, 4>& c, double s) { return c[0] + s * (c[1] + s * (c[2] + s * c[3])); }

/// Returns the extrema of the cubic between 0 and `width` in ascending order, and both ends. The cubic is
/// monotonic between them.
std::vector<double> turns(const std::array<double, 4>& c, double width) {
  std::vector<double> found{0};
  const auto take = [&](double s) {
    if (s > 0 && s < width) found.push_back(s);
  };
  const double a = 3 * c[3], b = c[2], root2 = b * b - a * c[1];  // a s^2 + 2 b s + c1 = 0
  if (root2 >= 0) {
    const double q = -(b + std::copysign(std::sqrt(root2), b));
    if (a != 0) take(q / a);
    if (q != 0) take(c[1] / q);
  }
  found.push_back(width);
  std::sort(found.begin(), found.end());
  return found;
}

/// Returns second derivatives at the points with not-a-knot ends: the third derivative is continuous at the
/// second and second-last points too. After elimination of the end points the tridiagonal equations are
/// solved by Gaussian elimination.
std::vector<double> curvatures(const std::vector<double>& t, const std::vector<double>& y) {
  const std::size_t n = t.size();
  std::vector<double> m(n, 0.0);
  if (n < 3) return m;
  const auto h = [&](std::size_t i) { return t[i + 1] - t[i]; };
  const auto slope = [&](std::size_t i) { return (y[i + 1] - y[i]) / h(i); };
  if (n == 3) {  // the parabola
    std::fill(m.begin(), m.end(), 2 * (slope(1) - slope(0)) / (h(0) + h(1)));
    return m;
  }
  std::vector<double> lower(n), middle(n), upper(n), right(n);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    lower[i] = h(i - 1);
    middle[i] = 2 * (h(i - 1) + h(i));
    upper[i] = h(i);
    right[i] = 6 * (slope(i) - slope(i - 1));
  }
  // m_0 = (1 + r) m_1 - r m_2 with r = h_0 / h_1, and the same at the other end.
  const double first = h(0) / h(1), last = h(n - 2) / h(n - 3);
  middle[1] += lower[1] * (1 + first);
  upper[1] -= lower[1] * first;
  middle[n - 2] += upper[n - 2] * (1 + last);
  lower[n - 2] -= upper[n - 2] * last;
  for (std::size_t i = 2; i + 1 < n; ++i) {
    const double factor = lower[i] / middle[i - 1];
    middle[i] -= factor * upper[i - 1];
    right[i] -= factor * right[i - 1];
  }
  m[n - 2] = right[n - 2] / middle[n - 2];
  for (std::size_t i = n - 3; i >= 1; --i) m[i] = (right[i] - upper[i] * m[i + 1]) / middle[i];
  m[0] = (1 + first) * m[1] - first * m[2];
  m[n - 1] = (1 + last) * m[n - 2] - last * m[n - 3];
  return m;
}

}  // namespace

void FlowCurve::add(double t, double t2e) {
  t_.push_back(t);
  y_.push_back(t2e);
}

std::vector<FlowCurve::Cubic> FlowCurve::spline() const {
  std::vector<Cubic> pieces;
  const std::vector<double> m = curvatures(t_, y_);
  for (std::size_t i = 0; i + 1 < t_.size(); ++i) {
    const double h = t_[i + 1] - t_[i];
    pieces.push_back({y_[i], (y_[i + 1] - y_[i]) / h - h * (2 * m[i] + m[i + 1]) / 6, m[i] / 2,
                      (m[i + 1] - m[i]) / (6 * h)});
  }
  return pieces;
}

std::optional<double> FlowCurve::crossing(const std::vector<Cubic>& pieces, double value) const {
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Cubic& f = pieces[i];
    const std::vector<double> ends = turns(f, t_[i + 1] - t_[i]);
    for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
      double low = ends[k], high = ends[k + 1];
      // The end of a piece may differ from the beginning of the next one by rounding, so that the latter is
      // taken.
      const double arrival = k + 2 == ends.size() && i + 1 < pieces.size() ? pieces[i + 1][0] : at(f, high);
      if (!(at(f, low) < value && arrival >= value)) continue;
      for (int n = 0; n < 60; ++n) {
        const double middle = 0.5 * (low + high);
        (at(f, middle) < value ? low : high) = middle;
      }
      return t_[i] + 0.5 * (low + high);
    }
  }
  return std::nullopt;
}

std::optional<double> FlowCurve::t0(double value) const { return crossing(spline(), value); }

std::optional<double> FlowCurve::w0(double value) const {
  std::vector<Cubic> pieces = spline();
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const auto [y, b, c, d] = pieces[i];  // t y' = (t_i + s) (b + 2 c s + 3 d s^2)
    pieces[i] = {t_[i] * b, b + 2 * t_[i] * c, 2 * c + 3 * t_[i] * d, 3 * d};
  }
  const auto t = crossing(pieces, value);
  return t ? std::optional(std::sqrt(*t)) : std::nullopt;
}

FlowScales flow_scales(std::span<const FlowCurve> curves, std::size_t bin) {
  if (curves.empty()) return {};
  std::vector<std::vector<double>> samples;
  for (const FlowCurve& curve : curves) {
    if (curve.times() != curves.front().times())
      throw Error(ErrorKind::bad_value, "flows measured at different times have no mean",
                  "measure all at the same times");
    samples.push_back(curve.values());
  }
  const auto estimated = [&](auto scale) {
    ScaleEstimate result;
    bool first = true;  // the mean over all precedes those over all but one bin
    const auto of_means = [&](std::span<const double> means) {
      FlowCurve mean;
      for (std::size_t i = 0; i < means.size(); ++i) mean.add(curves.front().times()[i], means[i]);
      const std::optional<double> x = scale(mean);
      if (!x && !first) ++result.missed;
      first = false;
      return x.value_or(std::numeric_limits<double>::quiet_NaN());
    };
    const SeriesEstimate found = estimate(samples, of_means, bin);
    if (std::isfinite(found.mean)) result.value = found.mean;
    if (result.value && result.missed == 0 && std::isfinite(found.error)) result.error = found.error;
    if (result.error && std::isfinite(found.tau_int)) result.tau_int = found.tau_int;
    result.reliable = result.error && found.reliable;
    return result;
  };
  return {estimated([](const FlowCurve& c) { return c.t0(); }),
          estimated([](const FlowCurve& c) { return c.w0(); })};
}

}  // namespace glueball
