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

}  // namespace glueball
