// Chebyshev filter: a polynomial of a hermitian matrix that is large where eigenvalues are small.
#pragma once

#include "eigen/vector_matrix.hpp"

namespace glueball {

/// The polynomial p(A) = T_d((high + low - 2 A) / (high - low)) with Chebyshev's polynomial T_d. It is
/// between -1 and 1 on [low, high], which is damped. Below, it falls from cosh(d arcosh(1 + 2 low / (high -
/// low))) at 0 to 1 at `low`. The degree d is odd, so that p is negative for an eigenvalue above `high`,
/// which is not wanted either.
struct Chebyshev {
  int degree = 0;  ///< 0: p(A) = -A, before the ends of the spectrum are known
  double low = 0, high = 0;

  double operator()(double x) const;
  /// Returns the x up to `low` with p(x) = value, or `low` if value is at most p(low).
  double inverse(double value) const;
  /// Returns the polynomial of the least odd degree, up to `most`, with p(0) of at least `growth`.
  static Chebyshev growing(double low, double high, double growth, int most);
};

/// Applies the polynomial of a matrix to vectors, and counts applications of the matrix.
template <class F>
class ChebyshevFilter {
 public:
  explicit ChebyshevFilter(VectorMatrix<F>& matrix);
  /// Computes out = p(A) in; `out` and `in` must differ.
  void apply(const Chebyshev& p, const FieldVector<F>& in, FieldVector<F>& out);
  std::size_t applications() const { return applications_; }
  /// Computes out = A in, and counts it.
  void matrix(const FieldVector<F>& in, FieldVector<F>& out);

 private:
  VectorMatrix<F>& matrix_;
  FieldVector<F> image_, last_, next_;
  std::size_t applications_ = 0;  ///< applications of A
};

}  // namespace glueball
