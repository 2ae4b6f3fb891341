// Vectors of one or two fields on a device, and what a Lanczos process does with them.
#pragma once

#include <vector>

#include "kernels/complex_axpy.hpp"
#include "kernels/linalg.hpp"
#include "lattice/su3.hpp"

namespace glueball {

/// A field on the even sites, or one on those of each parity. F is SpinorField or ColourField.
template <class F>
using FieldVector = std::vector<F>;

template <class F>
Launch on_all_texels(const FieldVector<F>& x) {
  return {x[0].lattice(), kernels::vector_flags(x[0])};
}

/// x *= a
template <class F>
void scale(double a, FieldVector<F>& x) {
  for (F& part : x) kernels::Scale::run(on_all_texels(x), {.a = a, .b = 0}, part);
}
/// y += a x
template <class F>
void axpy(double a, const FieldVector<F>& x, FieldVector<F>& y) {
  for (std::size_t n = 0; n < x.size(); ++n)
    kernels::Axpy::run(on_all_texels(x), {.a = a, .b = 0}, x[n], y[n]);
}
template <class F>
void axpy(Complex a, const FieldVector<F>& x, FieldVector<F>& y) {
  for (std::size_t n = 0; n < x.size(); ++n)
    kernels::ComplexAxpy::run(on_all_texels(x), {.a = a.real(), .b = a.imag()}, x[n], y[n]);
}
/// z = a x + b y
template <class F>
void axpby(double a, const FieldVector<F>& x, double b, const FieldVector<F>& y, FieldVector<F>& z) {
  for (std::size_t n = 0; n < x.size(); ++n)
    kernels::Axpby::run(on_all_texels(x), {.a = a, .b = b}, x[n], y[n], z[n]);
}

}  // namespace glueball
