// Rational functions that approximate powers best.
#pragma once

#include <functional>

#include "rational/power_product.hpp"
#include "rational/rational_function.hpp"

namespace glueball {

struct Interval {
  double lo = 0, hi = 1;
  bool operator==(const Interval&) const = default;
};

/// The best function of its order: |r(x) / f(x) - 1| <= error on the interval. The error is reached at
/// 2 order + 2 points with signs that alternate, unless rounding the coefficients to doubles dominates it.
struct Minimax {
  RationalFunction function;  ///< its shifts are above 0 and ascend
  double error = 0;           ///< relative_error() of the function, whose coefficients are doubles
};

constexpr int kMostPoles = 40;         ///< the largest order
constexpr double kLeastError = 2e-15;  ///< that can be asked for: doubles round what is below

/// The minimax approximation of f with `order` poles in relative error, by the exchange of Remez (A. Ralston,
/// P. Rabinowitz, A First Course in Numerical Analysis, section 7.12) in 200 digits. The sum of poles is the
/// quotient of polynomials to 1e-12, or to the error where that is larger.
///
/// Throws Error(bad_value) for a product of nothing or of two powers of the same x + shift, an interval that
/// is empty or holds a singularity (lo + shift <= 0), an order below 1 or above kMostPoles, and where the
/// best approximation is no sum of poles at negative x, or beyond these digits.
Minimax minimax(const PowerProduct& f, const Interval& on, int order);

/// Returns the largest |r(x) / f(x) - 1| on the interval, in 200 digits. Coefficients of r are the doubles
/// that they are, so that the error is never much below 1e-17. Throws as check() does.
double relative_error(const RationalFunction& r, const PowerProduct& f, const Interval& on);

/// Throws as minimax does for f and the interval.
void check(const PowerProduct& f, const Interval& on);

/// That of the smallest order whose error is `error` or below. Throws as minimax does, and Error(bad_value)
/// where no order up to kMostPoles is enough, or the error is below kLeastError or not below 1.
Minimax minimax_within(const PowerProduct& f, const Interval& on, double error);
/// The same, found once a process for the same arguments, by minimax_within or what has been set for it.
Minimax shared_minimax_within(const PowerProduct& f, const Interval& on, double error);

using MinimaxFinder = std::function<Minimax(const PowerProduct& f, const Interval& on, double error)>;
/// From now on shared_minimax_within has what it has not found yet from `find`, which returns what
/// minimax_within would, and may have kept it since an earlier process.
void set_shared_minimax_finder(MinimaxFinder find);

}  // namespace glueball
