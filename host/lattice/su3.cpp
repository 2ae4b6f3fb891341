#include "lattice/su3.hpp"

#include <algorithm>
#include <cmath>

namespace glueball {

Matrix3 reunitarized(const Matrix3& a) {
  Matrix3 u = a;
  auto normalize = [](std::array<Complex, 3>& row) {
    const double norm = std::sqrt(std::norm(row[0]) + std::norm(row[1]) + std::norm(row[2]));
    for (auto& z : row) z /= norm;
  };
  normalize(u[0]);
  Complex overlap = 0.0;
  for (int j = 0; j < 3; ++j) overlap += std::conj(u[0][j]) * u[1][j];
  for (int j = 0; j < 3; ++j) u[1][j] -= overlap * u[0][j];
  normalize(u[1]);
  complete_third_row(u);
  return u;
}

void complete_third_row(Matrix3& a) {
  for (int j = 0; j < 3; ++j) {
    const int k = (j + 1) % 3, l = (j + 2) % 3;
    a[2][j] = std::conj(a[0][k] * a[1][l] - a[0][l] * a[1][k]);
  }
}

double unitarity_deviation(const Matrix3& a) {
  const Matrix3 d = a * adjoint(a) - Matrix3::identity();
  double worst = std::abs(determinant(a) - 1.0);
  for (const auto& row : d.e)
    for (const auto& z : row) worst = std::max(worst, std::abs(z));
  return worst;
}

}  // namespace glueball
