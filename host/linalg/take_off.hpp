// Makes vectors orthogonal to others.
#pragma once

#include "linalg/field_vectors.hpp"
#include "linalg/vector_dots.hpp"

namespace glueball {

/// Computes v -= sum_n c_n x_n with c_n = <x_n, v> and returns c. The x are orthonormal, v is none of them.
/// `factors` needs space for as many factors and three more.
template <class F>
std::vector<Complex> take_off(std::span<const FieldVector<F>> x, FieldVector<F>& v, VectorDots& dots,
                              Factors& factors) {
  if (x.empty()) return {};
  const std::vector<Complex> c = dots(x, v);
  std::vector<Complex> less(c);
  for (Complex& z : less) z = -z;
  axpy(std::span<const Complex>(less), x, v, factors);
  return c;
}

}  // namespace glueball
