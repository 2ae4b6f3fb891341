// Means and errors of a Monte Carlo time series.
#pragma once

#include <cstddef>
#include <limits>
#include <span>

namespace glueball {

/// A mean with its statistical error. An undetermined error is NaN.
struct Estimate {
  double mean = 0;
  double error = 0;
};

/// Returns the mean, computed relative to the first value, so that equal numbers have no rounding error. The
/// mean of no value is NaN.
double mean_of(std::span<const double> values);
/// Returns the sum of squared deviations from the mean.
double squares_of(std::span<const double> values);

/// The statistics of a series. Undetermined numbers are NaN.
struct SeriesEstimate {
  double mean = 0;
  /// The error of the mean with autocorrelations: sqrt(2 tau_int / n) times the standard deviation, and 0 for
  /// a constant series.
  double error = 0;
  double error_of_error = 0;
  /// The integrated autocorrelation time in steps: 1/2 for independent values, NaN by jackknife. If the
  /// series is hardly long enough, it is mostly that of the second half (see `reliable`).
  double tau_int = 0.5;
  /// The error from the width of the window, (42). A small, slow part of the correlation may be lost in
  /// noise. Then tau_int is too small by more than this, by up to a factor of two, and the error of the mean
  /// by its square root.
  double tau_int_error = 0;
  /// The upper bound of the autocorrelation time that decides `reliable`; 0 if undetermined. It is the time
  /// of the first half of the series plus kSure of its errors. For an anticorrelated series it is at least
  /// the time of |rho|.
  double upper_time = 0;
  std::size_t window = 0;      ///< cut of the autocorrelation sum
  std::size_t values = 0;      ///< number of values
  std::size_t not_finite = 0;  ///< number of values that are infinite or NaN; there is no mean then
  /// True if the series is long enough for its error: at least kEnough times upper_time.
  ///
  /// If one time decided both this mark and the error, the mark would select series whose time and error came
  /// out too small. Therefore the first half decides the mark and the second half the error; they are
  /// independent. Far from the mark the selection does not matter, and the whole series decides the error.
  /// The second half's part of error^2 is x^2, where x <= 1 is the ratio of the series' length and the length
  /// that is enough, or its inverse. Errors that scatter include the truth less often, so that half of the
  /// squared relative error of the second half's time is added to its part.
  ///
  /// Then 63 to 71 % of the means of reliable series are within their error of the truth, at every length
  /// where 1 % or more pass. This was measured with 20000 AR(1) series for each length, of 30 to 1400 times
  /// tau_int, with tau_int from 1/2 to 50. Half of the series pass at 190 times tau_int, 97 % at 350, 3 % at
  /// 100, 0.3 % at 70. Errors are too small if tau_int is no measure of the slowest mode, or if values are
  /// skewed. For two equal modes of tau_int 1 and 10, and for the squared modulus of a complex AR(1) series,
  /// 56 to 58 % include the truth at 100 times tau_int, 62 % at 140 and 63 to 65 % at 250. A slow mode of
  /// small amplitude that is lost in noise makes errors too small at any length.
  ///
  /// False if a half is constant or has fewer than 10 values. The whole series decides the error then.
  bool reliable = false;
};

inline constexpr double kEnough = 100, kSure = 3;
/// The value of undetermined numbers.
inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// The Gamma method with automatic windowing, U. Wolff, Comput. Phys. Commun. 156 (2004) 143,
/// hep-lat/0306017: eqs. (31), (41), (42), (44), (49), (52) there. `s` is the assumed ratio of exponential to
/// integrated autocorrelation time.
///
/// Eq. (51), which determines the window, has no solution for tau_int <= 1/2. In this case, and if neighbours
/// are anticorrelated, the time in it is 1/2 + sum |rho(t)|, where only the excess above the noise 1/sqrt(n)
/// counts. The last term of the sum counts half then, since partial sums alternate about their limit.
///
/// Fewer than 10 values are treated as independent, and fewer than 2 have no error. Values that differ by no
/// more than rounding, or by no more than `resolution`, are a constant.
SeriesEstimate gamma_method(std::span<const double> series, double s = 1.5, double resolution = 0);

/// Returns mean and jackknife error over bins of `bin` consecutive values; values that do not fill a last bin
/// join it. The error is NaN if there are fewer than two bins.
Estimate binned_jackknife(std::span<const double> series, std::size_t bin = 1);

}  // namespace glueball
