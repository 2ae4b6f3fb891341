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
  /// The error of the mean, autocorrelations included; 0 for a constant series. It is sqrt(2 tau_int / n)
  /// times the spread, and larger by up to a quarter where the series is about as long as is enough: see
  /// `reliable`.
  double error = 0;
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
  /// True if there was enough to learn the error from: kEnough times the upper bound of the autocorrelation
  /// time (its measured value and kSure of its errors), which for an anticorrelated series is at least that
  /// of |rho|.
  ///
  /// A series that passes by chance has a time that came out small, and an error with it. So the error grows
  /// where the two lengths are near each other, by the factor 1 + x^3 / 4, where x <= 1 is their ratio. Then
  /// 63 to 71 % of the means that pass are within their error of the truth. Half of all AR(1) series pass at
  /// 180 times tau_int, all at 400, and 3 % at 100. Of those few, as of the first quarter of skewed values,
  /// the errors are too small still: 40 to 60 % of the means are within them. So they are, at any length,
  /// where a slow mode of small amplitude is lost in noise.
  ///
  /// False for a constant series, which says nothing of how far its value may be from the mean.
  bool reliable = false;
};

inline constexpr double kEnough = 100, kSure = 3;
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
