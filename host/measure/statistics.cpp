#include "measure/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace glueball {
namespace {

/// About the first value, so that the mean of equal numbers is that number and no rounding is left of it.
double mean_of(std::span<const double> v) {
  if (v.empty()) return kUnknown;
  double sum = 0;
  for (const double x : v) sum += x - v.front();
  return v.front() + sum / double(v.size());
}

/// Autocorrelation at distance t of deviations from the mean, normalised by the number of pairs.
double autocorrelation(std::span<const double> d, std::size_t t) {
  double sum = 0;
  for (std::size_t i = 0; i + t < d.size(); ++i) sum += d[i] * d[i + t];
  return sum / double(d.size() - t);
}

/// Fewer than these tell nothing about their correlation: the window stays at 0.
constexpr std::size_t kShortest = 10;

/// The sum over all distances, and where it was cut.
struct Window {
  std::size_t width = 0;
  double sum = 0;
  double memory = 0.5;  ///< the time that chose the width
};

/// The window is the first at which the truncation error falls below the statistical one, eq. (52).
Window choose_window(std::span<const double> d, double gamma0, double s) {
  const double n = double(d.size()), noise = 1 / std::sqrt(n);
  const std::size_t longest = d.size() < kShortest ? 0 : d.size() / 2;
  Window w{.sum = gamma0};
  double tau_int = 0.5, absolute = 0.5, rho = 0;
  bool anticorrelated = false, alternating = false;
  while (w.width < longest) {
    const double t = double(++w.width);
    rho = autocorrelation(d, w.width) / gamma0;
    w.sum += 2 * rho * gamma0;
    tau_int += rho;
    absolute += std::max(0.0, std::abs(rho) - noise);
    if (w.width == 1) anticorrelated = rho < 0;
    alternating = anticorrelated || tau_int <= 0.5;
    w.memory = alternating ? absolute : tau_int;
    const double tau =
        w.memory <= 0.5 ? 1e-12 : s / std::log((2 * w.memory + 1) / (2 * w.memory - 1));  // (51)
    if (std::exp(-t / tau) - tau / std::sqrt(t * n) < 0) break;
  }
  if (alternating) w.sum -= rho * gamma0;
  return w;
}

}  // namespace

SeriesEstimate gamma_method(std::span<const double> series, double s, double resolution) {
  SeriesEstimate result;
  const std::size_t n = series.size();
  result.values = n;
  result.not_finite =
      std::size_t(std::count_if(series.begin(), series.end(), [](double x) { return !std::isfinite(x); }));
  result.mean = result.not_finite > 0 ? kUnknown : mean_of(series);
  if (n < 2 || result.not_finite > 0) {
    result.error = result.error_of_error = result.tau_int = result.tau_int_error = kUnknown;
    return result;
  }
  std::vector<double> deviations(n);
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    deviations[i] = series[i] - result.mean;
    largest = std::max(largest, std::abs(series[i]));
  }
  const double gamma0 = autocorrelation(deviations, 0);
  resolution = std::max(resolution, 8 * std::numeric_limits<double>::epsilon() * largest);
  if (!(std::sqrt(gamma0) > resolution)) return result;

  const Window window = choose_window(deviations, gamma0, s);
  const double w = double(window.width), count = double(n);
  // The subtraction of the measured mean lowers every Gamma by sum/n, (49).
  const double variance = gamma0 + std::max(window.sum, 0.0) / count;
  // Noise can push the sum to zero where values alternate. A mean is not known better than by one value of n.
  const double sum = std::max(window.sum * (1 + (2 * w + 1) / count), variance / count);
  result.window = window.width;
  result.tau_int = sum / (2 * variance);
  result.tau_int_error = 2 * result.tau_int * std::sqrt(std::max(w + 0.5 - result.tau_int, 0.5) / count);
  const double longest = std::max({window.memory, result.tau_int + kSure * result.tau_int_error, 0.5});
  const double shortage = kEnough * longest / count, near = std::min(shortage, 1 / shortage);
  result.error = std::sqrt(sum / count) * (1 + near * near * near / 4);
  result.error_of_error = result.error * std::sqrt((w + 0.5) / count);
  result.reliable = n >= kShortest && shortage <= 1;
  return result;
}

Estimate binned_jackknife(std::span<const double> series, std::size_t bin) {
  Estimate result{mean_of(series), kUnknown};
  bin = std::max<std::size_t>(bin, 1);
  const std::size_t bins = series.size() / bin;
  if (bins < 2) return result;
  std::vector<double> without(bins);
  for (std::size_t b = 0; b < bins; ++b) {
    const std::size_t begin = b * bin, end = b + 1 == bins ? series.size() : begin + bin;
    double left_out = 0;
    for (std::size_t i = begin; i < end; ++i) left_out += series[i] - result.mean;
    without[b] = result.mean - left_out / double(series.size() - (end - begin));
  }
  const double centre = mean_of(without);
  double squares = 0;
  for (double x : without) squares += (x - centre) * (x - centre);
  result.error = std::sqrt(squares * double(bins - 1) / double(bins));
  return result;
}

}  // namespace glueball
