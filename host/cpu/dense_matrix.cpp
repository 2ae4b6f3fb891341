#include "cpu/dense_matrix.hpp"

#include <cmath>
#include <utility>
#include <vector>

namespace glueball::cpu {
namespace {

/// Returns a b. The operator of std::complex also treats infinities, which takes several times as long.
Complex times(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

}  // namespace

bool invert(std::size_t n, std::span<Complex> a) {
  std::vector<std::size_t> swapped(n);
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t row = k + 1; row < n; ++row)
      if (std::norm(a[row * n + k]) > std::norm(a[pivot * n + k])) pivot = row;
    swapped[k] = pivot;
    const double size = std::norm(a[pivot * n + k]);
    if (!(size > 0) || !std::isfinite(size)) return false;
    if (pivot != k)
      for (std::size_t column = 0; column < n; ++column) std::swap(a[pivot * n + column], a[k * n + column]);
    const Complex inverse = std::conj(a[k * n + k]) / size;
    a[k * n + k] = 1;
    for (std::size_t column = 0; column < n; ++column) a[k * n + column] = times(a[k * n + column], inverse);
    for (std::size_t row = 0; row < n; ++row) {
      if (row == k) continue;
      const Complex factor = a[row * n + k];
      a[row * n + k] = 0;
      for (std::size_t column = 0; column < n; ++column)
        a[row * n + column] -= times(factor, a[k * n + column]);
    }
  }
  for (std::size_t k = n; k-- > 0;)
    if (swapped[k] != k)
      for (std::size_t row = 0; row < n; ++row) std::swap(a[row * n + k], a[row * n + swapped[k]]);
  return true;
}

bool invert_root(std::size_t n, std::span<Complex> g, double least) {
  // R takes the place of the upper triangle, row by row.
  for (std::size_t k = 0; k < n; ++k) {
    const double diagonal = g[k * n + k].real();
    double pivot = diagonal;
    for (std::size_t m = 0; m < k; ++m) pivot -= std::norm(g[m * n + k]);
    if (!(pivot > least * diagonal) || !std::isfinite(pivot)) return false;
    const double root = std::sqrt(pivot);
    g[k * n + k] = root;
    for (std::size_t column = k + 1; column < n; ++column) {
      Complex sum = g[k * n + column];
      for (std::size_t m = 0; m < k; ++m) sum -= times(std::conj(g[m * n + k]), g[m * n + column]);
      g[k * n + column] = sum / root;
    }
  }
  // The inverse of a triangular matrix, column by column from the last one: column c needs R left of it.
  for (std::size_t column = n; column-- > 0;) {
    const double last = 1 / g[column * n + column].real();
    for (std::size_t row = column; row-- > 0;) {
      // X_rc = -(sum_{k = r+1..c} R_rk X_kc) / R_rr with X_cc = 1 / R_cc.
      Complex sum = times(g[row * n + column], last);
      for (std::size_t k = row + 1; k < column; ++k) sum += times(g[row * n + k], g[column * n + k]);
      // X_rc is kept below the diagonal, at (c, r), until R is not needed any more.
      g[column * n + row] = -sum / g[row * n + row].real();
    }
  }
  for (std::size_t row = 0; row < n; ++row) {
    g[row * n + row] = 1 / g[row * n + row].real();
    for (std::size_t column = row + 1; column < n; ++column)
      g[row * n + column] = std::exchange(g[column * n + row], 0);
  }
  return true;
}

}  // namespace glueball::cpu
