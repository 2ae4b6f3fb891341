// Best rational approximations of powers.
#pragma once

#include <functional>

#include "rational/power_product.hpp"
#include "rational/rational_function.hpp"

namespace glueball {

struct Interval {
  double lo = 0, hi = 1;
  bool operator==(const Interval&) const = default;
};

/// The best approximation of its order: |r(x) / f(x) - 1| <= error on the interval. The error is reached at 2
/// order + 2 points with alternating signs, unless the rounding of coefficients to double dominates it.
struct Minimax {
  RationalFunction function;  ///< its shifts are above 0, in ascending order
  double error = 0;           ///< relative_error() of the function, whose coefficients are doubles
};

constexpr int kMostPoles = 40;  ///< the largest order
constexpr double kLeastError =
    2e-15;  ///< least error that can be requested, due to rounding in double precision

/// Returns the minimax approximation of f with `order` poles in relative error, by the Remez exchange (A.
/// Ralston, P. Rabinowitz, A First Course in Numerical Analysis, section 7.12) in 200 digits. The sum of
/// poles equals the quotient of polynomials to 1e-12, or to the error if that is larger.
///
/// Throws Error(bad_value) for an empty product or one with two powers of the same x + shift, for an interval
/// that is empty or holds a singularity (lo + shift <= 0), and for an order below 1 or above kMostPoles. It
/// also throws if the best approximation is no sum of poles at negative x, or if 200 digits do not suffice.
Minimax minimax(const PowerProduct& f, const Interval& on, int order);

/// Returns the largest |r(x) / f(x) - 1| on the interval, in 200 digits. Coefficients of r are the doubles
/// that they are, so that the error is never much below 1e-17. Throws as check() does.
double relative_error(const RationalFunction& r, const PowerProduct& f, const Interval& on);

/// Throws as minimax does for f and the interval.
void check(const PowerProduct& f, const Interval& on);

/// Returns the approximation of the smallest order whose error is at most `error`. Throws as minimax does.
/// Throws Error(bad_value) if no order up to kMostPoles suffices, or if the error is below kLeastError or not
/// below 1.
Minimax minimax_within(const PowerProduct& f, const Interval& on, double error);
/// The same, computed once a process for the same arguments, by minimax_within or by the function that was
/// set for it.
Minimax shared_minimax_within(const PowerProduct& f, const Interval& on, double error);

using MinimaxFinder = std::function<Minimax(const PowerProduct& f, const Interval& on, double error)>;
/// Sets the function that shared_minimax_within calls for new arguments. It must return what minimax_within
/// would, for example from a cache of earlier processes.
void set_shared_minimax_finder(MinimaxFinder find);

}  // namespace glueball
