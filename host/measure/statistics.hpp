// Means and errors of a Monte Carlo time series.
#pragma once

#include <cstddef>
#include <span>

namespace glueball {

/// A mean with its statistical error.
struct Estimate {
  double mean = 0;
  double error = 0;
};

/// What the Gamma method says of a series.
struct SeriesEstimate {
  double mean = 0;
  double error = 0;  ///< of the mean, autocorrelations included
  double error_of_error = 0;
  double tau_int = 0.5;  ///< integrated autocorrelation time in steps; 1/2 for independent values
  double tau_int_error = 0;
  std::size_t window = 0;  ///< where the autocorrelation sum was cut
};

/// The Gamma method with automatic windowing, U. Wolff, Comput. Phys. Commun. 156 (2004) 143,
/// hep-lat/0306017: eqs. (31), (41), (42), (44), (49), (52) there. `s` is the ratio of exponential to
/// integrated autocorrelation time that is assumed. Fewer than 10 values are taken as independent; the error
/// is 0 for fewer than 2 and for a constant series.
SeriesEstimate gamma_method(std::span<const double> series, double s = 1.5);

/// Mean and jackknife error over bins of `bin` consecutive values; values that do not fill a last bin join
/// it. The error is 0 where there are fewer than two bins.
Estimate binned_jackknife(std::span<const double> series, std::size_t bin = 1);

}  // namespace glueball
