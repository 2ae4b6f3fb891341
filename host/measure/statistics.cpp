#include "measure/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace glueball {
namespace {

double mean_of(std::span<const double> v) {
  double sum = 0;
  for (double x : v) sum += x;
  return v.empty() ? 0 : sum / double(v.size());
}

/// Autocorrelation at distance t, normalised by the number of pairs.
double autocorrelation(std::span<const double> v, double mean, std::size_t t) {
  double sum = 0;
  for (std::size_t i = 0; i + t < v.size(); ++i) sum += (v[i] - mean) * (v[i + t] - mean);
  return sum / double(v.size() - t);
}

constexpr std::size_t kShortest = 10;

}  // namespace

SeriesEstimate gamma_method(std::span<const double> series, double s) {
  SeriesEstimate result;
  result.mean = mean_of(series);
  const std::size_t n = series.size();
  if (n < 2) return result;
  std::vector<double> gamma = {autocorrelation(series, result.mean, 0)};
  if (!(gamma[0] > 0)) return result;

  // Too few values tell nothing about their correlation: the window stays at 0.
  const std::size_t longest = n < kShortest ? 0 : n / 2;

  // The window is the first at which the truncation error falls below the statistical one.
  double tau_int = 0.5;
  std::size_t window = 1;
  for (; window <= longest; ++window) {
    gamma.push_back(autocorrelation(series, result.mean, window));
    tau_int += gamma[window] / gamma[0];
    const double tau = tau_int <= 0.5 ? 1e-12 : s / std::log((2 * tau_int + 1) / (2 * tau_int - 1));
    if (std::exp(-double(window) / tau) - tau / std::sqrt(double(window) * double(n)) < 0) break;
  }
  window = std::min(window, gamma.size() - 1);

  double sum = gamma[0];
  for (std::size_t t = 1; t <= window; ++t) sum += 2 * gamma[t];
  // The subtraction of the measured mean lowers every Gamma by sum/n.
  const double variance = gamma[0] + sum / double(n);
  sum *= 1 + (2.0 * double(window) + 1) / double(n);
  // Anticorrelated noise can push the sum to zero; no honest series is worth more than that.
  sum = std::max(sum, 1e-3 * variance);
  const double w = double(window);
  result.window = window;
  result.tau_int = sum / (2 * variance);
  result.error = std::sqrt(sum / double(n));
  result.error_of_error = result.error * std::sqrt((w + 0.5) / double(n));
  result.tau_int_error = 2 * result.tau_int * std::sqrt(std::max(w + 0.5 - result.tau_int, 0.5) / double(n));
  return result;
}

Estimate binned_jackknife(std::span<const double> series, std::size_t bin) {
  Estimate result{mean_of(series), 0};
  bin = std::max<std::size_t>(bin, 1);
  const std::size_t bins = series.size() / bin;
  if (bins < 2) return result;
  const double total = result.mean * double(series.size());
  std::vector<double> without(bins);
  for (std::size_t b = 0; b < bins; ++b) {
    const std::size_t begin = b * bin, end = b + 1 == bins ? series.size() : begin + bin;
    double left_out = 0;
    for (std::size_t i = begin; i < end; ++i) left_out += series[i];
    without[b] = (total - left_out) / double(series.size() - (end - begin));
  }
  const double centre = mean_of(without);
  double squares = 0;
  for (double x : without) squares += (x - centre) * (x - centre);
  result.error = std::sqrt(squares * double(bins - 1) / double(bins));
  return result;
}

}  // namespace glueball
