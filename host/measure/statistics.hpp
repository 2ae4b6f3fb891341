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

/// The statistics of a series. Undetermined numbers are NaN.
struct SeriesEstimate {
  double mean = 0;
  /// The error of the mean, autocorrelations included: sqrt(2 tau_int / n) times the spread, and 0 for a
  /// constant series.
  double error = 0;
  double error_of_error = 0;
  /// The integrated autocorrelation time in steps: 1/2 for independent values, NaN by jackknife. Near the
  /// mark it is mostly the second half's (see `reliable`).
  /// Integrated autocorrelation time in steps; 1/2 for independent values, NaN by jackknife.
  /// Integrated autocorrelation time in steps; 1/2 for independent values, NaN by jackknife.
  double tau_int = 0.5;
  /// By the width of the window, (42): of a series whose correlation has a small, slow part that is lost in
  /// noise, tau_int is too small by more than this, up to twice; the error of the mean is so by the square
  /// root of it.
  double tau_int_error = 0;
  /// The upper bound of the autocorrelation time by which `reliable` judges, 0 where it is not determined:
  /// the time that the first half of the series has, with kSure of its errors; for an anticorrelated series
  /// at least the time of |rho|.
  double upper_time = 0;
  std::size_t window = 0;      ///< cut of the autocorrelation sum
  std::size_t values = 0;      ///< number of values
  std::size_t not_finite = 0;  ///< how many of them were infinite or no numbers: then there is no mean either
  /// True if the series is long enough to learn the error from it: at least kEnough times upper_time.
  ///
  /// If one time decided both the mark and the error, the mark would select series whose time, and with it
  /// the error, came out small. So the first half decides the mark and the second half the error; they are
  /// independent. Far from the mark the selection does not matter, and the whole series decides the error:
  /// the second half's part of error^2 is x^2, where x <= 1 is the ratio of the series' length and the length
  /// that is enough, or its inverse. Errors that scatter hold the truth less often, so half of the squared
  /// relative error of the second half's time is added to its part.
  ///
  /// Then 63 to 71 % of the means of unmarked series are within their error of the truth at every length
  /// where 1 % or more pass. This was measured with 20000 AR(1) series a length, of 30 to 1400 times tau_int
  /// from 1/2 to 50. Half of the series pass at 190 times tau_int, 97 % at 350, 3 % at 100, 0.3 % at 70.
  /// Errors are too small where tau_int is no measure of the slowest mode, or where values are skewed: of two
  /// equal modes of tau_int 1 and 10, and of the squared modulus of a complex AR(1) series, 56 to 58 % hold
  /// the truth at 100 times tau_int, 62 % at 140 and 63 to 65 % at 250. A slow mode of small amplitude that
  /// is lost in noise makes errors too small at any length.
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
