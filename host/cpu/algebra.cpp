#include "cpu/algebra.hpp"

#include <cmath>

#include "cpu/blocked_sum.hpp"

namespace glueball::cpu {
namespace {

const double kRootThird = 1.0 / std::sqrt(3.0);

/// Returns Tr(lambda_a w) for the eight Gell-Mann matrices.
std::array<Complex, 8> gell_mann_traces(const Matrix3& w) {
  const Complex i(0.0, 1.0);
  return {w[1][0] + w[0][1],       i * (w[0][1] - w[1][0]),
          w[0][0] - w[1][1],       w[2][0] + w[0][2],
          i * (w[0][2] - w[2][0]), w[2][1] + w[1][2],
          i * (w[1][2] - w[2][1]), kRootThird * (w[0][0] + w[1][1] - 2.0 * w[2][2])};
}

}  // namespace

Matrix3 hermitian(const AlgebraVector& p) {
  Matrix3 m;
  const double eighth = kRootThird * p[7];
  m[0][0] = 0.5 * (p[2] + eighth);
  m[1][1] = 0.5 * (eighth - p[2]);
  m[2][2] = -eighth;
  m[0][1] = 0.5 * Complex(p[0], -p[1]);
  m[0][2] = 0.5 * Complex(p[3], -p[4]);
  m[1][2] = 0.5 * Complex(p[5], -p[6]);
  m[1][0] = std::conj(m[0][1]);
  m[2][0] = std::conj(m[0][2]);
  m[2][1] = std::conj(m[1][2]);
  return m;
}

AlgebraVector coefficients(const Matrix3& hermitian) {
  const auto traces = gell_mann_traces(hermitian);
  AlgebraVector p;
  for (int a = 0; a < 8; ++a) p[a] = traces[a].real();
  return p;
}

AlgebraVector imaginary_traces(const Matrix3& w) {
  const auto traces = gell_mann_traces(w);
  AlgebraVector f;
  for (int a = 0; a < 8; ++a) f[a] = 0.5 * traces[a].imag();
  return f;
}

Matrix3 exponential(const AlgebraVector& p, double eps) {
  double norm = 0.0;  // Tr P^2 = sum p_a^2 / 2 bounds the square of the largest eigenvalue
  for (const double x : p) norm += 0.5 * x * x;
  norm = std::abs(eps) * std::sqrt(norm);
  int squarings = 0;
  while (norm > 1.0) {
    norm *= 0.5;
    ++squarings;
  }
  const Matrix3 q = Complex(0.0, std::ldexp(eps, -squarings)) * hermitian(p);
  // Horner's scheme is used; 1/20! is below the rounding of the leading 1.
  Matrix3 sum = Matrix3::identity();
  for (int n = 20; n > 0; --n) sum = Matrix3::identity() + Complex(1.0 / n) * (q * sum);
  for (int k = 0; k < squarings; ++k) sum = sum * sum;
  return sum;
}

double kinetic(const Momenta& p) {
  return 0.5 * blocked_sum<double>(p.values().size(), [&](std::size_t n) {
           double sum = 0.0;
           for (const double x : p.values()[n]) sum += x * x;
           return sum;
         });
}

}  // namespace glueball::cpu
