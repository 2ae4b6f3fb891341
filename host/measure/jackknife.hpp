// Errors of functions of several means.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "measure/statistics.hpp"

namespace glueball {

/// A function of the means of several quantities measured together: samples[i] are their values on configuration i, all
/// of one length. Its value at the means over all samples, and the jackknife error over bins of `bin` consecutive samples
/// (samples that do not fill a last bin join it); 0 where there are fewer than two bins.
Estimate jackknife(std::span<const std::vector<double>> samples,
                   const std::function<double(std::span<const double>)>& function, std::size_t bin = 1);

/// The same with the Gamma method's error and autocorrelation time: those of the samples projected on the function's
/// gradient at the means, as U. Wolff does for functions of primary observables, Comput. Phys. Commun. 156 (2004) 143.
SeriesEstimate gamma_method(std::span<const std::vector<double>> samples,
                            const std::function<double(std::span<const double>)>& function);

}  // namespace glueball
