// The kernel of overlap quarks, H = gamma5 (D_W - M0), and the parameters of its sign function.
#pragma once

#include <array>
#include <optional>

#include "lattice/boundary.hpp"

namespace glueball {

/// H = gamma5 (D_W - m0) with Wilson's D_W = 4 - (1/2) sum of hops. This is gamma5 M / (2 kappa) with M = 1 -
/// kappa H (host/cpu/wilson_operator.hpp) at kappa = 1 / (8 - 2 m0). Eigenvalues and ends of intervals
/// refer to H.
struct OverlapKernel {
  double m0 = 1.4;  ///< between 0 and 2
  Boundary boundary = kAntiperiodicInTime;
  double sign_error = 1e-9;  ///< relative error of sgn(H)
  int low_modes = 8;         ///< lowest eigenvectors of H whose sign is exact
  /// Their |H^2 v - lambda^2 v| relative to the largest eigenvalue of H^2.
  double mode_tolerance = 1e-12;
  /// Interval of the approximation of sgn. Default: from the last low mode to 8 - m0, above which H has no
  /// eigenvalue.
  std::optional<std::array<double, 2>> interval = {};
  /// Factor of the interval's default lower end. Below 1 there is a gap between modes whose sign the poles do
  /// not have and all unknown eigenvalues (SignForce needs it).
  double share = 1;
  bool single_inside = true;    ///< in double precision, computes pole sums that need few digits in single
  int max_iterations = 100000;  ///< limit for each sign function

  double kappa() const { return 1 / (8 - 2 * m0); }
  /// Returns the ratio of H to gamma5 M.
  double scale() const { return 4 - m0; }
  /// Returns a bound of the eigenvalues of H on any links: the norm of hops is at most 8.
  double highest() const { return 8 - m0; }

  /// Throws Error(bad_value) for an m0 outside of (0, 2), an invalid error or interval, and a negative number
  /// of low modes.
  void check() const;
};

}  // namespace glueball
