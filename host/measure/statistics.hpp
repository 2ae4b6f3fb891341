// Means and errors of a Monte Carlo time series.
#pragma once

#include <cstddef>
#include <limits>
#include <span>

namespace glueball {

/// A mean with its statistical error. An error of NaN is not determined.
struct Estimate {
  double mean = 0;
  double error = 0;
};

/// What is said of a series. What cannot be determined is NaN.
struct SeriesEstimate {
  double mean = 0;
  double error = 0;  ///< of the mean, autocorrelations included; 0 for a constant series
  double error_of_error = 0;
  double tau_int =
      0.5;  ///< integrated autocorrelation time in steps; 1/2 for independent values, NaN by jackknife
  /// By the width of the window, (42): of a series whose correlation has a small, slow part that is lost in
  /// noise, tau_int is too small by more than this, up to twice; the error of the mean is so by the square
  /// root of it.
  double tau_int_error = 0;
  std::size_t window = 0;      ///< where the autocorrelation sum was cut
  std::size_t values = 0;      ///< how many there were
  std::size_t not_finite = 0;  ///< how many of them were infinite or no numbers: then there is no mean either
  /// Whether there was enough to learn the error from: kEnough times the autocorrelation time and its error
  /// (it comes out small just where the error of the mean does), which for an anticorrelated series is that
  /// of |rho|. With fewer the error comes out too small, by a tenth at 20 times. False for a constant series,
  /// which says nothing of how far its value may be from the mean.
  bool reliable = false;
};

inline constexpr double kEnough = 50;
/// What cannot be determined.
inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// The Gamma method with automatic windowing, U. Wolff, Comput. Phys. Commun. 156 (2004) 143,
/// hep-lat/0306017: eqs. (31), (41), (42), (44), (49), (52) there. `s` is the ratio of exponential to
/// integrated autocorrelation time that is assumed.
///
/// Eq. (51), by which the window is found, has no answer where tau_int is 1/2 or less. There, and where
/// neighbours are anticorrelated, the time that is put into it is 1/2 + sum |rho(t)|, of which what exceeds
/// the noise 1/sqrt(n) counts; and the last term of the sum counts half, since partial sums alternate about
/// their limit.
///
/// Fewer than 10 values are taken as independent, and fewer than 2 have no error. Values that differ by no
/// more than rounding, or by no more than `resolution`, are a constant.
SeriesEstimate gamma_method(std::span<const double> series, double s = 1.5, double resolution = 0);

/// Mean and jackknife error over bins of `bin` consecutive values; values that do not fill a last bin join
/// it. The error is NaN where there are fewer than two bins.
Estimate binned_jackknife(std::span<const double> series, std::size_t bin = 1);

}  // namespace glueball
