// Rational functions as sums of poles, which multi-shift solvers apply to vectors.
#pragma once

#include <vector>

namespace glueball {

/// r(x) = constant + sum_i numerators[i] / (x + shifts[i]).
struct RationalFunction {
  double constant = 0;
  std::vector<double> numerators, shifts;

  std::size_t order() const { return shifts.size(); }
  double operator()(double x) const {
    double sum = constant;
    for (std::size_t i = 0; i < shifts.size(); ++i) sum += numerators[i] / (x + shifts[i]);
    return sum;
  }
  bool operator==(const RationalFunction&) const = default;
};

/// Rescales the interval: if r approximates x^e on [lo, hi], then lambda^e r(x / lambda) approximates it
/// equally well on [lambda lo, lambda hi].
RationalFunction scaled(const RationalFunction& r, double lambda, double e);

}  // namespace glueball
