#include "field/stereographic.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/float16.hpp"

namespace glueball {
namespace {

constexpr double kSteps = 32767;  // steps of half precision's fixed point

/// The first row's unnormalised vector, and the frame orthogonal to it.
struct Chart {
  explicit Chart(const EightReals& x) : v{Complex(1, x[4]), Complex(x[0], x[1]), Complex(x[2], x[3])} {
    const double phase = std::norm(v[0]);
    f = 2 / (phase + std::norm(v[1]) + std::norm(v[2]));
    g = f / phase * v[0];
  }
  std::array<Complex, 3> v;
  double f;
  Complex g;
};

struct Signs {
  double a = 1, b = 1;
};

Matrix3 matrix_of(const EightReals& x, Signs sign) {
  const Chart c(x);
  Matrix3 u;
  for (int k = 0; k < 3; ++k) u[0][k] = sign.a * c.f * c.v[k];
  u[0][0] -= sign.a;
  const double f = sign.b * 2 / (1 + x[5] * x[5] + x[6] * x[6] + x[7] * x[7]);
  const Complex alpha(f - sign.b, f * x[5]), beta(f * x[6], f * x[7]);
  const Complex t = (alpha * std::conj(c.v[1]) + beta * std::conj(c.v[2])) * c.g;
  u[1] = {-t * c.v[0], alpha - t * c.v[1], beta - t * c.v[2]};
  complete_third_row(u);
  return u;
}

/// Returns 1 / (1 + x), where rest2 is the square of the sphere's other coordinates; 0 if the projection
/// exceeds `farthest`.
double projection(double x, double rest2, double farthest) {
  if (x >= 0) return 1 / (1 + x);
  return rest2 * farthest * farthest > 4 ? (1 - x) / rest2 : 0;
}

void put_first_row(const Matrix3& u, double sign, double farthest, EightReals& x) {
  const auto& a = u[0];
  const double rest2 = a[0].imag() * a[0].imag() + std::norm(a[1]) + std::norm(a[2]);
  const double f = sign * projection(sign * a[0].real(), rest2, farthest);
  x = {f * a[1].real(), f * a[1].imag(), f * a[2].real(), f * a[2].imag(),
       f != 0 ? f * a[0].imag() : farthest};
}

/// Returns the second row's coordinates in the frame of the stored first row.
std::array<Complex, 2> in_frame(const Matrix3& u, const EightReals& x) {
  const Chart c(x);
  Complex along = 0;
  for (int k = 0; k < 3; ++k) along += std::conj(c.v[k]) * u[1][k];
  along *= std::conj(c.g);
  return {u[1][1] - c.v[1] * along, u[1][2] - c.v[2] * along};
}

void put_second_row(const std::array<Complex, 2>& b, double sign, double farthest, EightReals& x) {
  const double rest2 = b[0].imag() * b[0].imag() + std::norm(b[1]);
  const double f = sign * projection(sign * b[0].real(), rest2, farthest);
  x[5] = f != 0 ? f * b[0].imag() : farthest;
  x[6] = f * b[1].real();
  x[7] = f * b[1].imag();
}

struct Fixed {
  static double rounded(double x) { return std::clamp(std::rint(x * kSteps), -kSteps, kSteps) / kSteps; }
  static double rounded_with(double sign, double x) {
    const double odd = sign < 0 ? 1 : 0;
    return (2 * std::rint((std::clamp(x * kSteps, 1 - kSteps, kSteps - 1) - odd) / 2) + odd) / kSteps;
  }
  static double sign_of(double x) { return std::lrint(x * kSteps) % 2 == 0 ? 1 : -1; }
};

struct Floating {
  static double rounded(double x) { return from_float16(to_float16(std::clamp(float(x), -1.0f, 1.0f))); }
  // The last bit of a 16-bit float is bit 13 of a single. Numbers stay above 2^-14, where a device may flush
  // to zero and lose the bit.
  static double rounded_with(double sign, double x) {
    const std::uint32_t odd = sign < 0 ? kLast : 0;
    const auto bits = std::bit_cast<std::uint32_t>(std::clamp(std::abs(float(x)), 0x1p-14f, 1 - 0x1p-11f));
    const double size = std::bit_cast<float>(((bits - odd + kLast) & ~(2 * kLast - 1)) + odd);
    return x < 0 ? -size : size;
  }
  static double sign_of(double x) { return std::bit_cast<std::uint32_t>(float(x)) & kLast ? -1 : 1; }

 private:
  static constexpr std::uint32_t kLast = 1u << 13;
};

template <class Format>
EightReals stored_half(const Matrix3& u) {
  EightReals x;
  const double sign_a = u[0][0].real() < 0 ? -1 : 1;
  put_first_row(u, sign_a, 1, x);
  for (int k = 0; k < 4; ++k) x[k] = Format::rounded(x[k]);
  x[4] = Format::rounded_with(sign_a, x[4]);
  const auto b = in_frame(u, x);
  const double sign_b = b[0].real() < 0 ? -1 : 1;
  put_second_row(b, sign_b, 1, x);
  x[5] = Format::rounded_with(sign_b, x[5]);
  for (int k = 6; k < 8; ++k) x[k] = Format::rounded(x[k]);
  return x;
}

}  // namespace

EightReals stereographic(const Matrix3& u, double farthest) {
  EightReals x;
  put_first_row(u, 1, farthest, x);
  put_second_row(in_frame(u, x), 1, farthest, x);
  return x;
}

Matrix3 from_stereographic(const EightReals& x) { return matrix_of(x, {}); }

EightReals stereographic_half(const Matrix3& u, gpu::HalfFormat format) {
  return format == gpu::HalfFormat::fixed ? stored_half<Fixed>(u) : stored_half<Floating>(u);
}

Matrix3 from_stereographic_half(const EightReals& x, gpu::HalfFormat format) {
  if (format == gpu::HalfFormat::fixed) return matrix_of(x, {Fixed::sign_of(x[4]), Fixed::sign_of(x[5])});
  return matrix_of(x, {Floating::sign_of(x[4]), Floating::sign_of(x[5])});
}

}  // namespace glueball
