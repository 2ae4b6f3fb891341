// The kernel of overlap quarks, H = gamma5 (D_W - M0), and how its sign is to be taken.
#pragma once

#include <array>
#include <optional>

#include "lattice/boundary.hpp"

namespace glueball {

/// H = gamma5 (D_W - m0) with Wilson's D_W = 4 - (1/2) sum of hops: gamma5 M / (2 kappa) of M = 1 - kappa H
/// (host/reference/wilson_dslash.hpp) at kappa = 1 / (8 - 2 m0). Eigenvalues, and ends of intervals, are
/// those of H.
struct OverlapKernel {
  double m0 = 1.4;  ///< between 0 and 2
  Boundary boundary = kAntiperiodicInTime;
  double sign_error = 1e-9;  ///< of sgn(H), relative
  int low_modes = 8;         ///< lowest eigenvectors of H that are treated exactly
  double mode_tolerance =
      1e-12;  ///< |H^2 v - lambda^2 v| of those, relative to the largest eigenvalue of H^2
  /// Where sgn is approximated; not given: from the last of the low modes to 8 - m0, above which H has none.
  std::optional<std::array<double, 2>> interval = {};
  /// Of that lower end, where none is given: below 1 there is room between the modes whose sign the poles do
  /// not have and all eigenvalues that are not known (SignForce).
  double share = 1;
  bool single_inside = true;    ///< beside double, whether poles that need few digits are summed in single
  int max_iterations = 100000;  ///< of each sign function

  double kappa() const { return 1 / (8 - 2 * m0); }
  /// H of gamma5 M.
  double scale() const { return 4 - m0; }
  /// No eigenvalue of H is larger, on any links: hops have a norm of 8 at most.
  double highest() const { return 8 - m0; }

  /// Throws Error(bad_value) for an m0 outside of (0, 2), an error that is none, a number of low modes below
  /// 0 or an interval that is none.
  void check() const;
};

}  // namespace glueball
