// The variable in which powers are approximated.
#pragma once

#include "rational/minimax.hpp"
#include "rational/polynomial.hpp"

namespace glueball {

/// Maps x from the interval to y from [lo, 1]. The cut of the function f goes from its singularity nearest to
/// the interval to infinity, or to the farthest singularity if the exponents sum to an integer. It is mapped
/// to 0 .. infinity in y: y ~ x + a, or y ~ (x + a) / (x + b). A rational function of y is one of x of the
/// same order.
class ApproximationVariable {
 public:
  ApproximationVariable(const PowerProduct& f, const Interval& on);

  const Real& lo() const { return lo_; }
  double lo_as_double() const { return double(lo_); }

  Real x(const Real& y) const;
  Real dx_dy(const Real& y) const;
  /// True if y is finite at x = infinity.
  bool infinity_is_finite() const { return quotient_; }
  Real infinity() const { return 1 / scale_; }

  /// Returns f at x(y).
  Real value(const Real& y) const;
  /// Returns d log f / dy.
  Real log_slope(const Real& y) const;

 private:
  const PowerProduct& f_;
  Real a_, b_, scale_, lo_;
  bool quotient_;
};

}  // namespace glueball
