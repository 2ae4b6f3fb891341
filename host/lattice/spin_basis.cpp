#include "lattice/spin_basis.hpp"

#include <numbers>

namespace glueball {
namespace {

constexpr double kRootHalf = std::numbers::sqrt2 / 2.0;

}  // namespace

Spinor to_internal(const Spinor& external) {
  // s_y (a, b) = (-i b, i a) is applied to upper + lower and to lower - upper.
  Spinor internal;
  for (int c = 0; c < 3; ++c) {
    const Complex sum0 = external[0][c] + external[2][c], sum1 = external[1][c] + external[3][c];
    const Complex dif0 = external[2][c] - external[0][c], dif1 = external[3][c] - external[1][c];
    internal[0][c] = kRootHalf * Complex(sum1.imag(), -sum1.real());
    internal[1][c] = kRootHalf * Complex(-sum0.imag(), sum0.real());
    internal[2][c] = kRootHalf * Complex(dif1.imag(), -dif1.real());
    internal[3][c] = kRootHalf * Complex(-dif0.imag(), dif0.real());
  }
  return internal;
}

Spinor to_external(const Spinor& internal) {
  // S^+ = [[s_y, -s_y], [s_y, s_y]] / sqrt 2.
  Spinor external;
  for (int c = 0; c < 3; ++c) {
    const Complex dif0 = internal[0][c] - internal[2][c], dif1 = internal[1][c] - internal[3][c];
    const Complex sum0 = internal[0][c] + internal[2][c], sum1 = internal[1][c] + internal[3][c];
    external[0][c] = kRootHalf * Complex(dif1.imag(), -dif1.real());
    external[1][c] = kRootHalf * Complex(-dif0.imag(), dif0.real());
    external[2][c] = kRootHalf * Complex(sum1.imag(), -sum1.real());
    external[3][c] = kRootHalf * Complex(-sum0.imag(), sum0.real());
  }
  return external;
}

}  // namespace glueball
