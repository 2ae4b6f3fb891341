// The exchange algorithm of Remez for rational functions.
#pragma once

#include "rational/variable.hpp"

namespace glueball {

/// P / Q that is best for f of a variable, in relative error.
class RemezExchange {
 public:
  RemezExchange(const ApproximationVariable& variable, int order);

  /// Throws Error(bad_value) where it comes to no end.
  void run();
  const Polynomial& numerator() const { return p_; }
  const Polynomial& denominator() const { return q_; }
  /// The largest relative error.
  const Real& error() const { return error_; }

 private:
  /// P / Q that is f at the places where a square root's best approximation is the root.
  void begin();
  /// The places where the relative error has its extrema, the ends among them; nothing where they are not
  /// 2 order + 2.
  std::vector<Real> extrema() const;
  Real slope_of_error(const Real& y) const;
  Real bisected(Real left, Real right) const;
  /// P / Q whose error at these places is one number with alternating signs, near the one there is.
  void level(const std::vector<Real>& places, const std::vector<Real>& f, Real error);
  /// P from Q at every second place.
  void take(Polynomial q, const std::vector<Real>& places, const std::vector<Real>& weighted);

  const ApproximationVariable& variable_;
  std::size_t order_;
  Polynomial p_, q_;
  Real error_ = 0;
};

}  // namespace glueball
