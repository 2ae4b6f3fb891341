#include "eigen/chebyshev_filter.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace glueball {

double Chebyshev::operator()(double x) const {
  if (degree == 0) return -x;
  const double y = (high + low - 2 * x) / (high - low);
  if (std::abs(y) <= 1) return std::cos(degree * std::acos(y));
  const double size = std::cosh(degree * std::acosh(std::abs(y)));
  return y < 0 ? -size : size;
}

double Chebyshev::inverse(double value) const {
  if (degree == 0) return -value;
  if (!(value > 1)) return low;
  return 0.5 * (high + low - (high - low) * std::cosh(std::acosh(value) / degree));
}

Chebyshev Chebyshev::growing(double low, double high, double growth, int most) {
  const double each = std::acosh((high + low) / (high - low));
  const double wanted = std::acosh(growth) / each;
  int degree = wanted < most ? std::max(1, int(std::ceil(wanted))) : most;
  if (degree % 2 == 0) degree += degree < most ? 1 : -1;
  return {degree, low, high};
}

template <class F>
ChebyshevFilter<F>::ChebyshevFilter(VectorMatrix<F>& matrix)
    : matrix_(matrix), image_(matrix.make()), last_(matrix.make()), next_(matrix.make()) {}

template <class F>
void ChebyshevFilter<F>::matrix(const FieldVector<F>& in, FieldVector<F>& out) {
  matrix_.apply(in, out);
  ++applications_;
}

template <class F>
void ChebyshevFilter<F>::apply(const Chebyshev& p, const FieldVector<F>& in, FieldVector<F>& out) {
  matrix(in, image_);
  if (p.degree == 0) return axpby(-1, image_, 0, image_, out);
  // The recursion is T_k+1 = 2 y T_k - T_k-1 with y = c - s A.
  const double c = (p.high + p.low) / (p.high - p.low), s = 2 / (p.high - p.low);
  axpby(c, in, -s, image_, out);
  for (int k = 2; k <= p.degree; ++k) {
    const FieldVector<F>& before = k == 2 ? in : last_;
    matrix(out, image_);
    axpby(2 * c, out, -2 * s, image_, next_);
    axpy(-1.0, before, next_);
    std::swap(last_, out);
    std::swap(out, next_);
  }
}

template class ChebyshevFilter<SpinorField>;
template class ChebyshevFilter<ColourField>;

}  // namespace glueball
