// The exchange algorithm for best rational approximations, and the nodes it starts from.
#pragma once

#include <vector>

#include "rational/variable.hpp"

namespace glueball {

/// Returns lo dn^-2(u K, k') with k'^2 = 1 - lo at the `count` values u = (i + offset) / (count - 1 + 2
/// offset), as ascending points of [lo, 1] in double precision. With offset 0 and 2 n + 2 points these are
/// the extrema of the error of the best approximation of x^(+-1/2) with n poles; with offset 1/2 and 2 n + 1
/// points they are its zeros (Zolotarev; N. Akhiezer, Elements of the Theory of Elliptic Functions, section
/// 51). For other powers they are approximate.
std::vector<double> zolotarev_nodes(double lo, int count, double offset);

/// P / Q that is the best approximation of f as a function of a variable, in relative error.
class RemezExchange {
 public:
  RemezExchange(const ApproximationVariable& variable, int order);

  /// Throws Error(bad_value) if it does not converge.
  void run();
  const Polynomial& numerator() const { return p_; }
  const Polynomial& denominator() const { return q_; }
  /// Returns the largest relative error.
  const Real& error() const { return error_; }

 private:
  /// Begins with the P / Q that equals f at the points where a square root's best approximation equals the
  /// root.
  void begin();
  /// Returns the extrema of the relative error, including the ends, or nothing if there are not 2 order + 2.
  std::vector<Real> extrema() const;
  Real slope_of_error(const Real& y) const;
  Real bisected(Real left, Real right) const;
  /// Finds the P / Q whose error at these points is constant with alternating signs, near the present one.
  void level(const std::vector<Real>& places, const std::vector<Real>& f, Real error);
  /// Computes P from Q at every second point.
  void take(Polynomial q, const std::vector<Real>& places, const std::vector<Real>& weighted);

  const ApproximationVariable& variable_;
  std::size_t order_;
  Polynomial p_, q_;
  Real error_ = 0;
};

}  // namespace glueball
