// Vectors of one or two fields on a device, and sums of them.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "kernels/linalg.hpp"
#include "kernels/several_fields.hpp"
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
/// y += sum_n a_n x_n; y is none of them. `factors` has room for as many and three more.
template <class F>
void axpy(std::span<const Complex> a, std::span<const FieldVector<F>> x, FieldVector<F>& y,
          Factors& factors) {
  if (a.empty()) return;
  std::vector<Complex> padded(a.begin(), a.end());
  padded.resize((a.size() + 3) / 4 * 4);
  factors.put(padded);
  const auto at = [&](std::size_t n) -> const FieldVector<F>& { return x[std::min(n, x.size() - 1)]; };
  for (std::size_t n = 0; n < a.size(); n += 4)
    for (std::size_t part = 0; part < y.size(); ++part)
      kernels::AddFour::run(on_all_texels(y), {.first = std::uint32_t(n)}, at(n)[part], at(n + 1)[part],
                            at(n + 2)[part], at(n + 3)[part], y[part], factors);
}
/// z = a x + b y
template <class F>
void axpby(double a, const FieldVector<F>& x, double b, const FieldVector<F>& y, FieldVector<F>& z) {
  for (std::size_t n = 0; n < x.size(); ++n)
    kernels::Axpby::run(on_all_texels(x), {.a = a, .b = b}, x[n], y[n], z[n]);
}

}  // namespace glueball
