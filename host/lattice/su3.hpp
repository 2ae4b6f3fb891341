// Complex 3x3 matrices in double precision on the host.
#pragma once

#include <array>
#include <complex>

namespace glueball {

using Complex = std::complex<double>;

/// A complex 3x3 matrix, e[row][column]; 18 consecutive doubles are a matrix.
struct Matrix3 {
  std::array<std::array<Complex, 3>, 3> e{};

  static Matrix3 identity() {
    Matrix3 m;
    for (int i = 0; i < 3; ++i) m.e[i][i] = 1.0;
    return m;
  }
  std::array<Complex, 3>& operator[](int row) { return e[row]; }
  const std::array<Complex, 3>& operator[](int row) const { return e[row]; }

  Matrix3& operator+=(const Matrix3& b) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) e[i][j] += b.e[i][j];
    return *this;
  }
  Matrix3& operator-=(const Matrix3& b) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) e[i][j] -= b.e[i][j];
    return *this;
  }
  Matrix3& operator*=(Complex a) {
    for (auto& row : e)
      for (auto& z : row) z *= a;
    return *this;
  }
  bool operator==(const Matrix3&) const = default;
};

inline Matrix3 operator+(Matrix3 a, const Matrix3& b) { return a += b; }
inline Matrix3 operator-(Matrix3 a, const Matrix3& b) { return a -= b; }
inline Matrix3 operator*(Complex s, Matrix3 a) { return a *= s; }

inline Matrix3 operator*(const Matrix3& a, const Matrix3& b) {
  Matrix3 c;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) c[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
  return c;
}

inline Matrix3 adjoint(const Matrix3& a) {
  Matrix3 c;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) c[i][j] = std::conj(a[j][i]);
  return c;
}

inline Complex trace(const Matrix3& a) { return a[0][0] + a[1][1] + a[2][2]; }

inline Complex determinant(const Matrix3& a) {
  return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) -
         a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
         a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
}

/// Returns an SU(3) matrix by Gram-Schmidt on the first two rows of `a`; the third row is their conjugate
/// cross product.
Matrix3 reunitarized(const Matrix3& a);

/// Sets the third row of a matrix to the conjugate cross product of the first two.
void complete_third_row(Matrix3& a);

/// Returns the largest entry of |U U^+ - 1|, or |det U - 1| if that is larger.
double unitarity_deviation(const Matrix3& a);

}  // namespace glueball
