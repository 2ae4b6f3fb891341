// Errors of functions of several means.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "measure/statistics.hpp"

namespace glueball {

/// A function of means. It may be NaN without a value, such as the logarithm of a negative mean.
using MeansFunction = std::function<double(std::span<const double>)>;

/// Returns a function of the means of several quantities measured together: samples[i] are their values on
/// configuration i, all of one length. The value is that at the means over all samples. The error is that of
/// the jackknife over bins of `bin` consecutive samples; samples that do not fill a last bin join it. It is
/// NaN if there are fewer than two bins.
Estimate jackknife(std::span<const std::vector<double>> samples, const MeansFunction& function,
                   std::size_t bin = 1);

/// The same with error and autocorrelation time by the Gamma method. These are those of the samples projected
/// on the function's gradient at the means (U. Wolff, Comput. Phys. Commun. 156 (2004) 143, hep-lat/0306017,
/// eqs. (33), (38), (39)). The result is reliable if its quantities are too. Value and error are NaN if the
/// function has no value. Only the error is NaN if the function has none a standard deviation away. `s` is
/// that for one series.
SeriesEstimate gamma_method(std::span<const std::vector<double>> samples, const MeansFunction& function,
                            double s = 1.5);

/// Uses the Gamma method if `bin` is 0, else the jackknife over bins, which gives no autocorrelation time.
/// The latter is reliable with at least 10 bins if the Gamma method finds the series long enough, and the
/// bins are long enough for its autocorrelation time.
SeriesEstimate estimate(std::span<const std::vector<double>> samples, const MeansFunction& function,
                        std::size_t bin);
SeriesEstimate estimate(std::span<const double> series, std::size_t bin);

}  // namespace glueball
