#include "measure/jackknife.hpp"

#include <algorithm>
#include <cmath>

namespace glueball {

Estimate jackknife(std::span<const std::vector<double>> samples,
                   const std::function<double(std::span<const double>)>& function, std::size_t bin) {
  if (samples.empty()) return {};
  const std::size_t quantities = samples.front().size(), count = samples.size();
  std::vector<double> total(quantities), means(quantities);
  for (const auto& sample : samples)
    for (std::size_t q = 0; q < quantities; ++q) total[q] += sample[q];
  for (std::size_t q = 0; q < quantities; ++q) means[q] = total[q] / double(count);
  Estimate result{function(means), 0};

  bin = std::max<std::size_t>(bin, 1);
  const std::size_t bins = count / bin;
  if (bins < 2) return result;
  std::vector<double> without;
  for (std::size_t b = 0; b < bins; ++b) {
    const std::size_t begin = b * bin, end = b + 1 == bins ? count : begin + bin;
    for (std::size_t q = 0; q < quantities; ++q) {
      double rest = total[q];
      for (std::size_t i = begin; i < end; ++i) rest -= samples[i][q];
      means[q] = rest / double(count - (end - begin));
    }
    without.push_back(function(means));
  }
  double centre = 0, squares = 0;
  for (double x : without) centre += x / double(bins);
  for (double x : without) squares += (x - centre) * (x - centre);
  result.error = std::sqrt(squares * double(bins - 1) / double(bins));
  return result;
}

SeriesEstimate gamma_method(std::span<const std::vector<double>> samples,
                            const std::function<double(std::span<const double>)>& function) {
  if (samples.empty()) return {};
  const std::size_t quantities = samples.front().size(), count = samples.size();
  std::vector<double> means(quantities), steps(quantities);
  for (const auto& sample : samples)
    for (std::size_t q = 0; q < quantities; ++q) means[q] += sample[q] / double(count);
  for (const auto& sample : samples)
    for (std::size_t q = 0; q < quantities; ++q) steps[q] += (sample[q] - means[q]) * (sample[q] - means[q]);

  std::vector<double> projected(count);
  const double value = function(means);
  for (std::size_t q = 0; q < quantities; ++q) {
    // As far as the mean itself is known: there the function is as straight as the error's linear propagation takes it.
    const double step = std::sqrt(steps[q]) / double(count), mean = means[q];
    if (!(step > 0)) continue;
    means[q] = mean + step;
    const double above = function(means);
    means[q] = mean - step;
    const double below = function(means);
    means[q] = mean;
    for (std::size_t i = 0; i < count; ++i) projected[i] += (above - below) / (2 * step) * (samples[i][q] - mean);
  }
  SeriesEstimate result = gamma_method(projected);
  result.mean = value;
  return result;
}

}  // namespace glueball
