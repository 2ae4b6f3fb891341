// Vectors of one or two fields on a device, and linear combinations of them.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "kernels/linalg.hpp"
#include "kernels/several_fields.hpp"
#include "lattice/su3.hpp"

namespace glueball {

/// A field on the even sites, or one on the sites of each parity. F is SpinorField or ColourField.
template <class F>
using FieldVector = std::vector<F>;

template <class F>
Launch on_all_texels(const FieldVector<F>& x) {
  return {x[0].lattice(), kernels::vector_flags(x[0])};
}

/// Computes x *= a.
template <class F>
void scale(double a, FieldVector<F>& x) {
  for (F& part : x) kernels::Scale::run(on_all_texels(x), {.a = a, .b = 0}, part);
}
/// Computes y += a x.
template <class F>
void axpy(double a, const FieldVector<F>& x, FieldVector<F>& y) {
  for (std::size_t n = 0; n < x.size(); ++n)
    kernels::Axpy::run(on_all_texels(x), {.a = a, .b = 0}, x[n], y[n]);
}
/// Computes y += sum_n a_n x_n; y is none of x_n. `factors` needs space for as many factors and three more.
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
/// Computes y_k += sum_n a_k,n x_n for three y at once, so that each x is read once. `factors` needs space
/// for three times the number of x, and nine more.
template <class F>
void axpy_to_three(const std::array<std::span<const double>, 3>& a, std::span<const FieldVector<F>> x,
                   std::span<FieldVector<F>, 3> y, Factors& factors) {
  std::vector<Complex> all(3 * ((x.size() + 3) / 4 * 4));
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t n = 0; n < x.size(); ++n) all[n / 4 * 12 + 4 * k + n % 4] = a[k][n];
  factors.put(all);
  const auto at = [&](std::size_t n) -> const FieldVector<F>& { return x[std::min(n, x.size() - 1)]; };
  for (std::size_t n = 0; n < x.size(); n += 4)
    for (std::size_t part = 0; part < y[0].size(); ++part)
      kernels::AddThree::run(on_all_texels(y[0]), {.first = std::uint32_t(3 * n)}, at(n)[part],
                             at(n + 1)[part], at(n + 2)[part], at(n + 3)[part], y[0][part], y[1][part],
                             y[2][part], factors);
}
/// Computes y_n += sum_k a_k,n x_k of three x, for three y at a time. `factors` needs space for four times
/// the number of y.
template <class F>
void axpy_from_three(const std::array<std::span<const double>, 3>& a, std::span<const FieldVector<F>, 3> x,
                     std::span<FieldVector<F>> y, Factors& factors) {
  std::vector<Complex> all(4 * y.size());
  for (std::size_t n = 0; n < y.size(); ++n)
    for (std::size_t k = 0; k < 3; ++k) all[4 * n + k] = a[k][n];
  factors.put(all);
  std::size_t n = 0;
  for (; n + 3 <= y.size(); n += 3)
    for (std::size_t part = 0; part < y[n].size(); ++part)
      kernels::AddThree::run(on_all_texels(y[n]), {.first = std::uint32_t(4 * n)}, x[0][part], x[1][part],
                             x[2][part], x[2][part], y[n][part], y[n + 1][part], y[n + 2][part], factors);
  for (; n < y.size(); ++n)
    for (std::size_t part = 0; part < y[n].size(); ++part)
      kernels::AddFour::run(on_all_texels(y[n]), {.first = std::uint32_t(4 * n)}, x[0][part], x[1][part],
                            x[2][part], x[2][part], y[n][part], factors);
}
/// Computes z = a x + b y.
template <class F>
void axpby(double a, const FieldVector<F>& x, double b, const FieldVector<F>& y, FieldVector<F>& z) {
  for (std::size_t n = 0; n < x.size(); ++n)
    kernels::Axpby::run(on_all_texels(x), {.a = a, .b = b}, x[n], y[n], z[n]);
}

/// Computes y = a x; x and y must differ.
template <class F>
void set_to(double a, const FieldVector<F>& x, FieldVector<F>& y) {
  axpby(a, x, 0, x, y);
}

}  // namespace glueball
