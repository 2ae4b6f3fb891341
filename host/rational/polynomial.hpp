// Polynomials with hundreds of digits.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <optional>
#include <vector>

namespace glueball {

/// A number with 200 digits.
using Real =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<200>, boost::multiprecision::et_off>;

/// Coefficients of 1, y, y^2 ...
using Polynomial = std::vector<Real>;

struct ValueAndSlope {
  Real value, slope;
};
ValueAndSlope evaluate(const Polynomial& p, const Real& y);

/// Returns the polynomial of least degree with these values.
Polynomial interpolate(const std::vector<Real>& points, std::vector<Real> values);

/// Returns all roots of a polynomial with real and simple roots, or nothing if another one is found.
std::optional<std::vector<Real>> real_roots(const Polynomial& p);

/// Solves A x = b for a matrix a[row][column] by elimination with pivots.
std::vector<Real> solve_linear(std::vector<std::vector<Real>> a, std::vector<Real> b);

}  // namespace glueball
