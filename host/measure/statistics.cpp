#include "measure/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace glueball {
namespace {

/// Returns the autocorrelation at distance t of deviations from the mean, normalized by the number of pairs.
double autocorrelation(std::span<const double> d, std::size_t t) {
  double sum = 0;
  for (std::size_t i = 0; i + t < d.size(); ++i) sum += d[i] * d[i + t];
  return sum / double(d.size() - t);
}

/// Fewer values do not determine their correlation: the window stays at 0.
constexpr std::size_t kShortest = 10;

/// The sum over all distances up to a cut.
struct Window {
  std::size_t width = 0;
  double sum = 0;
  double memory = 0.5;  ///< the autocorrelation time that determined the width
};

/// The window is the first at which the truncation error is below the statistical one, eq. (52).
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

/// The autocorrelations of a series.
struct Correlations {
  double variance = 0;
  double sum = 0;  ///< sum of Gamma over all distances, 2 tau_int variance
  Window window;
  double tau_int = 0.5, tau_int_error = 0;

  double upper_time() const { return std::max({window.memory, tau_int + kSure * tau_int_error, 0.5}); }
};

/// Returns nothing if the values differ by no more than `resolution`.
std::optional<Correlations> correlations(std::span<const double> series, double s, double resolution) {
  const double mean = mean_of(series), count = double(series.size());
  std::vector<double> deviations(series.begin(), series.end());
  for (double& d : deviations) d -= mean;
  const double gamma0 = autocorrelation(deviations, 0);
  if (!(std::sqrt(gamma0) > resolution)) return {};
  Correlations c{.window = choose_window(deviations, gamma0, s)};
  const double w = double(c.window.width);
  // The subtraction of the measured mean lowers every Gamma by sum/n, (49).
  c.variance = gamma0 + std::max(c.window.sum, 0.0) / count;
  // Noise can make the sum zero for alternating values. The error of a mean is at least that of one value
  // divided by n.
  c.sum = std::max(c.window.sum * (1 + (2 * w + 1) / count), c.variance / count);
  c.tau_int = c.sum / (2 * c.variance);
  c.tau_int_error = 2 * c.tau_int * std::sqrt(std::max(w + 0.5 - c.tau_int, 0.5) / count);
  return c;
}

}  // namespace

double mean_of(std::span<const double> v) {
  if (v.empty()) return kUnknown;
  double sum = 0;
  for (const double x : v) sum += x - v.front();
  return v.front() + sum / double(v.size());
}

double squares_of(std::span<const double> v) {
  const double mean = mean_of(v);
  double sum = 0;
  for (const double x : v) sum += (x - mean) * (x - mean);
  return sum;
}

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
  double largest = 0;
  for (const double x : series) largest = std::max(largest, std::abs(x));
  resolution = std::max(resolution, 8 * std::numeric_limits<double>::epsilon() * largest);
  const auto all = correlations(series, s, resolution);
  if (!all) return result;

  const auto of_half = [&](std::span<const double> half) {
    return half.size() < kShortest ? std::nullopt : correlations(half, s, resolution);
  };
  const auto first = of_half(series.first(n / 2)), second = of_half(series.subspan(n / 2));
  const double count = double(n);
  result.upper_time = (first ? first : all)->upper_time();
  double sum = all->sum, weight = 0;
  if (first && second) {
    const double shortage = kEnough * result.upper_time / count, near = std::min(shortage, 1 / shortage);
    const double scatter = second->tau_int_error / second->tau_int;
    weight = near * near;
    sum += weight * (second->sum * (1 + scatter * scatter / 2) - all->sum);
    result.reliable = shortage <= 1;
  }
  const double noise = std::sqrt(1 + weight * weight);
  result.window = all->window.width;
  result.tau_int = sum / (2 * all->variance);
  result.tau_int_error = all->tau_int_error * noise;
  result.error = std::sqrt(sum / count);
  result.error_of_error = result.error * std::sqrt((double(result.window) + 0.5) / count) * noise;
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
