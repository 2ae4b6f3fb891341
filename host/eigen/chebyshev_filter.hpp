// A polynomial of a hermitian matrix that is large where eigenvalues are small.
#pragma once

#include "eigen/vector_matrix.hpp"

namespace glueball {

/// p(A) = T_d((high + low - 2 A) / (high - low)) with Chebyshev's polynomial T_d: between -1 and 1 on [low,
/// high], which is damped, and falling from cosh(d arcosh(1 + 2 low / (high - low))) at 0 to 1 at `low`.
/// Degrees are odd, so that an eigenvalue above `high` is not wanted either.
struct Chebyshev {
  int degree = 0;  ///< 0: p(A) = -A, before the ends are known
  double low = 0, high = 0;

  double operator()(double x) const;
  /// The x up to `low` with p(x) = value: `low` for values that are no larger than p is there.
  double inverse(double value) const;
  /// The least odd degree for which p(0) is at least `growth`, up to `most`.
  static Chebyshev growing(double low, double high, double growth, int most);
};

template <class F>
class ChebyshevFilter {
 public:
  explicit ChebyshevFilter(VectorMatrix<F>& matrix);
  /// out = p(A) in; not the same.
  void apply(const Chebyshev& p, const FieldVector<F>& in, FieldVector<F>& out);
  std::size_t applications() const { return applications_; }
  /// out = A in, counted.
  void matrix(const FieldVector<F>& in, FieldVector<F>& out);

 private:
  VectorMatrix<F>& matrix_;
  FieldVector<F> image_, last_, next_;
  std::size_t applications_ = 0;  ///< of A
};

}  // namespace glueball
