// Checks that every even-odd operator of Wilson type must pass.
#pragma once

#include <doctest/doctest.h>

#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "cpu/schur_operator.hpp"
#include "reference/cg.hpp"
#include "unit/reference_naive.hpp"

namespace glueball::test {

inline ParitySpinorField noise(const Geometry& g, Parity parity, std::uint32_t step) {
  return cpu::gaussian_spinor(g, parity, 4711, step, Stream::noise);
}

inline cpu::FullField<double> full_noise(const Geometry& g, std::uint32_t step) {
  return {noise(g, Parity::even, step), noise(g, Parity::odd, step)};
}

inline ParitySpinorField gamma5_times(ParitySpinorField psi) {
  for (Spinor& s : psi)
    for (int spin = 2; spin < 4; ++spin)
      for (Complex& z : s[spin]) z = -z;
  return psi;
}

/// Checks (a, M b) = (M^+ a, b) for M, Mhat and the diagonal part, and the inverse of the latter.
inline void check_adjoints(const cpu::SchurOperator& m) {
  const Geometry& g = m.geometry();
  const auto a = full_noise(g, 1), b = full_noise(g, 2);
  const double scale = std::sqrt(cpu::norm2(a[0]) * cpu::norm2(b[0]));
  auto x = a, y = a;
  m.full(b, x);
  m.full(a, y, true);
  const Complex full =
      cpu::dot(a[0], x[0]) + cpu::dot(a[1], x[1]) - cpu::dot(y[0], b[0]) - cpu::dot(y[1], b[1]);
  CHECK(std::abs(full) < 1e-12 * scale);
  m.even_odd(b[0], x[0]);
  m.even_odd(a[0], y[0], true);
  CHECK(std::abs(cpu::dot(a[0], x[0]) - cpu::dot(y[0], b[0])) < 1e-12 * scale);
  CHECK(std::abs(cpu::dot(a[0], x[0]) - cpu::dot(a[0], y[0])) > 1e-6 * scale);
  for (const Parity parity : {Parity::even, Parity::odd}) {
    for (const bool dagger : {false, true}) {
      ParitySpinorField psi = a[0];
      m.diagonal(parity, psi, dagger);
      CHECK(relative_difference(psi, a[0]) > 1e-3);
      m.inverse_diagonal(parity, psi, dagger);
      CHECK(relative_difference(psi, a[0]) < 1e-13);
    }
    x[0] = b[0];
    y[0] = a[0];
    m.inverse_diagonal(parity, x[0]);
    m.inverse_diagonal(parity, y[0], true);
    CHECK(std::abs(cpu::dot(a[0], x[0]) - cpu::dot(y[0], b[0])) < 1e-12 * scale);
  }
}

/// Checks gamma5 M(mu) gamma5 = M(-mu)^+, where `flipped` has the other sign of mu, and the same of the
/// asymmetric Mhat.
inline void check_gamma5(const cpu::SchurOperator& m, const cpu::SchurOperator& flipped) {
  const auto psi = full_noise(m.geometry(), 3);
  auto left = psi, right = psi;
  m.full({gamma5_times(psi[0]), gamma5_times(psi[1])}, left);
  flipped.full(psi, right, true);
  for (int parity = 0; parity < 2; ++parity)
    CHECK(relative_difference(gamma5_times(left[parity]), right[parity]) < 1e-14);
  m.even_odd(gamma5_times(psi[0]), left[0]);
  flipped.even_odd(psi[0], right[0], true);
  CHECK(relative_difference(gamma5_times(left[0]), right[0]) < 1e-14);
}

/// The even-odd solve gives back what the full operator made.
inline void check_solve(const cpu::SchurOperator& m) {
  const auto truth = full_noise(m.geometry(), 4);
  cpu::FullField<double> b = truth, x;
  m.full(truth, b);
  CHECK(reference::solve(m, b, x, 1e-14).residual < 1e-13);
  for (int parity = 0; parity < 2; ++parity) CHECK(relative_difference(x[parity], truth[parity]) < 1e-11);
  // And Mhat is what makes it so, without conjugate gradients: Mhat x_e = source.
  ParitySpinorField image(b[0].size()), source(b[0].size());
  m.even_odd(truth[0], image);
  m.prepare(b, source);
  CHECK(relative_difference(image, source) < 1e-13);
}

}  // namespace glueball::test
