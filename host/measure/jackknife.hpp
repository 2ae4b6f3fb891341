// Errors of functions of several means.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "measure/statistics.hpp"

namespace glueball {

/// A function of means. It may be NaN where it has no value: the logarithm of a negative mean.
using MeansFunction = std::function<double(std::span<const double>)>;

/// A function of the means of several quantities measured together: samples[i] are their values on
/// configuration i, all of one length. Its value at the means over all samples, and the jackknife error over
/// bins of `bin` consecutive samples (samples that do not fill a last bin join it); NaN where there are fewer
/// than two bins.
Estimate jackknife(std::span<const std::vector<double>> samples, const MeansFunction& function,
                   std::size_t bin = 1);

/// The same with the Gamma method's error and autocorrelation time: those of the samples projected on the
/// function's gradient at the means, U. Wolff, Comput. Phys. Commun. 156 (2004) 143, hep-lat/0306017, eqs.
/// (33), (38), (39). Reliable where what the function is of is, too. Value and error are NaN where the
/// function has none; the error alone where it has none a standard deviation away. `s`: as for one series.
SeriesEstimate gamma_method(std::span<const std::vector<double>> samples, const MeansFunction& function,
                            double s = 1.5);

/// By the Gamma method where `bin` is 0, else by the jackknife over bins, which gives no autocorrelation
/// time. It is reliable from 10 bins on where the Gamma method finds the series long enough, and a memory
/// that bins of so many hold.
SeriesEstimate estimate(std::span<const std::vector<double>> samples, const MeansFunction& function,
                        std::size_t bin);
SeriesEstimate estimate(std::span<const double> series, std::size_t bin);

}  // namespace glueball
