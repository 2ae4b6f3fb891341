#include "measure/jackknife.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace glueball {
namespace {

/// Returns means, computed relative to the first sample, so that equal samples have no rounding error.
std::vector<double> means_of(std::span<const std::vector<double>> samples) {
  const std::vector<double>& first = samples.front();
  std::vector<double> means(first.size());
  for (const auto& sample : samples)
    for (std::size_t q = 0; q < means.size(); ++q) means[q] += sample[q] - first[q];
  for (std::size_t q = 0; q < means.size(); ++q) means[q] = first[q] + means[q] / double(samples.size());
  return means;
}

/// With fewer bins the error's own relative error is above a quarter.
constexpr std::size_t kFewestBins = 10;

SeriesEstimate without_times(const Estimate& e, std::size_t values, std::size_t not_finite, bool reliable) {
  return {.mean = e.mean,
          .error = e.error,
          .error_of_error = kUnknown,
          .tau_int = kUnknown,
          .tau_int_error = kUnknown,
          .values = values,
          .not_finite = not_finite,
          .reliable = reliable};
}

/// True if the error from bins of this size is that of the mean: the series must be long enough for its
/// autocorrelation time, and the bins long enough for the correlation. Bins of `kHeld` times (tau_int - 1/2)
/// underestimate the error by 6 %. The autocorrelation time is that of the series, because there are too few
/// bins to determine their correlation.
bool is_held(std::span<const double> series, std::size_t bin) {
  constexpr double kHeld = 8;
  const SeriesEstimate e = gamma_method(series);
  return e.error == 0 || (e.reliable && double(bin) >= kHeld * (e.tau_int - 0.5));
}

bool are_enough(const Estimate& e, std::size_t values, std::size_t bin) {
  return values / bin >= kFewestBins && e.error > 0;
}

std::size_t not_finite(std::span<const double> values) {
  return std::size_t(std::count_if(values.begin(), values.end(), [](double x) { return !std::isfinite(x); }));
}

/// Counts samples with a value that is infinite or NaN.
std::size_t not_finite(std::span<const std::vector<double>> samples) {
  return std::size_t(std::count_if(samples.begin(), samples.end(),
                                   [](const auto& sample) { return not_finite(sample) > 0; }));
}

/// True if `holds` for the series of each quantity.
template <class Holds>
bool all_series(std::span<const std::vector<double>> samples, const Holds& holds) {
  std::vector<double> one(samples.size());
  for (std::size_t q = 0; q < samples.front().size(); ++q) {
    for (std::size_t i = 0; i < samples.size(); ++i) one[i] = samples[i][q];
    if (!holds(one)) return false;
  }
  return true;
}

}  // namespace

Estimate jackknife(std::span<const std::vector<double>> samples, const MeansFunction& function,
                   std::size_t bin) {
  if (samples.empty()) return {kUnknown, kUnknown};
  const std::size_t count = samples.size();
  const std::vector<double> all = means_of(samples);
  Estimate result{function(all), kUnknown};

  bin = std::max<std::size_t>(bin, 1);
  const std::size_t bins = count / bin;
  if (bins < 2) return result;
  std::vector<double> without, means(all.size());
  for (std::size_t b = 0; b < bins; ++b) {
    const std::size_t begin = b * bin, end = b + 1 == bins ? count : begin + bin;
    for (std::size_t q = 0; q < all.size(); ++q) {
      double left_out = 0;
      for (std::size_t i = begin; i < end; ++i) left_out += samples[i][q] - all[q];
      means[q] = all[q] - left_out / double(count - (end - begin));
    }
    without.push_back(function(means));
  }
  double centre = 0, squares = 0;
  for (double x : without) centre += x / double(bins);
  for (double x : without) squares += (x - centre) * (x - centre);
  result.error = std::sqrt(squares * double(bins - 1) / double(bins));
  return result;
}

SeriesEstimate gamma_method(std::span<const std::vector<double>> samples, const MeansFunction& function,
                            double s) {
  if (samples.empty()) return gamma_method(std::span<const double>());
  const std::size_t count = samples.size();
  std::vector<double> means = means_of(samples), spreads(means.size());
  const double value = function(means);
  const std::size_t bad = not_finite(samples);
  const SeriesEstimate unknown = without_times({bad > 0 ? kUnknown : value, kUnknown}, count, bad, false);
  // Two samples have equal deviations for every function, so that they contain no information about its
  // error.
  if (bad > 0 || !std::isfinite(value) || count < 3) return unknown;

  for (const auto& sample : samples)
    for (std::size_t q = 0; q < means.size(); ++q)
      spreads[q] += (sample[q] - means[q]) * (sample[q] - means[q]);
  std::vector<double> projected(count), magnitude(count);
  for (std::size_t q = 0; q < means.size(); ++q) {
    // The slope is from a tenth of the mean's error: with all of it single points of a curve bend it (the
    // errors of w0 were a quarter too large). The function must have a value at all of it, though.
    const double known = std::sqrt(spreads[q]) / double(count), mean = means[q];
    if (!(known > 0)) continue;
    const auto change = [&](double step) {
      means[q] = mean + step;
      const double above = function(means);
      means[q] = mean - step;
      const double below = function(means);
      means[q] = mean;
      return above - below;
    };
    const double step = 0.1 * known, slope = change(step) / (2 * step);
    if (!std::isfinite(slope) || !std::isfinite(change(known))) return unknown;
    for (std::size_t i = 0; i < count; ++i) {
      projected[i] += slope * (samples[i][q] - mean);
      magnitude[i] += std::abs(slope * samples[i][q]);
    }
  }
  // If terms cancel, the remainder is rounding: of the terms, and of the function in the slopes.
  const double rounding =
      64 * std::numeric_limits<double>::epsilon() * *std::max_element(magnitude.begin(), magnitude.end());
  SeriesEstimate result = gamma_method(projected, s, rounding);
  result.mean = value;
  // A slow mode that is hidden by noise in the projection may be visible in its quantities.
  result.reliable = result.reliable && all_series(samples, [s](std::span<const double> one) {
                      const SeriesEstimate e = gamma_method(one, s);
                      return e.reliable || e.error == 0;
                    });
  return result;
}

SeriesEstimate estimate(std::span<const std::vector<double>> samples, const MeansFunction& function,
                        std::size_t bin) {
  if (bin == 0) return gamma_method(samples, function);
  const Estimate e = jackknife(samples, function, bin);
  return without_times(
      e, samples.size(), not_finite(samples),
      are_enough(e, samples.size(), bin) &&
          all_series(samples, [bin](std::span<const double> one) { return is_held(one, bin); }));
}

SeriesEstimate estimate(std::span<const double> series, std::size_t bin) {
  if (bin == 0) return gamma_method(series);
  const Estimate e = binned_jackknife(series, bin);
  return without_times(e, series.size(), not_finite(series),
                       are_enough(e, series.size(), bin) && is_held(series, bin));
}

}  // namespace glueball
