#include "rational/variable.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace glueball {
namespace {

/// Returns x^(n/d), by Newton's iteration for the d-th root.
Real power(const Real& x, int numerator, int denominator) {
  Real root;
  if (denominator == 2) {
    root = sqrt(x);
  } else {
    // The (1/d)-th power of 1/x needs no division: g -> g (1 + (1 - x g^d) / d), from 15 digits on.
    Real g = std::pow(double(x), -1.0 / denominator);
    for (int step = 0; step < 5; ++step) g += g * (1 - x * pow(g, denominator)) / denominator;
    root = 1 / g;
  }
  const Real whole = pow(root, std::abs(numerator));
  return numerator < 0 ? Real(1 / whole) : whole;
}

bool adds_up_to_a_whole_number(const PowerProduct& f) {
  long long numerator = 0, denominator = 1;
  for (const PowerFactor& p : f) {
    numerator = numerator * p.denominator + p.numerator * denominator;
    denominator *= p.denominator;
    const long long common = std::gcd(numerator, denominator);
    numerator /= common;
    denominator /= common;
  }
  return denominator == 1;
}

}  // namespace

ApproximationVariable::ApproximationVariable(const PowerProduct& f, const Interval& on)
    : f_(f), a_(f.front().shift), b_(f.front().shift), scale_(1), quotient_(adds_up_to_a_whole_number(f)) {
  for (const PowerFactor& p : f) {
    a_ = std::min(a_, Real(p.shift));
    b_ = std::max(b_, Real(p.shift));
  }
  const auto unscaled = [&](double x) { return quotient_ ? Real((x + a_) / (x + b_)) : Real(x + a_); };
  scale_ = unscaled(on.hi);
  lo_ = unscaled(on.lo) / scale_;
}

Real ApproximationVariable::x(const Real& y) const {
  const Real there = scale_ * y;
  return quotient_ ? Real((b_ * there - a_) / (1 - there)) : Real(there - a_);
}

Real ApproximationVariable::dx_dy(const Real& y) const {
  if (!quotient_) return scale_;
  const Real rest = 1 - scale_ * y;
  return scale_ * (b_ - a_) / (rest * rest);
}

Real ApproximationVariable::value(const Real& y) const {
  const Real at = x(y);
  Real f = 1;
  for (const PowerFactor& p : f_) f *= power(at + p.shift, p.numerator, p.denominator);
  return f;
}

Real ApproximationVariable::log_slope(const Real& y) const {
  const Real at = x(y);
  Real sum = 0;
  for (const PowerFactor& p : f_) sum += Real(p.numerator) / p.denominator / (at + p.shift);
  return sum * dx_dy(y);
}

}  // namespace glueball
