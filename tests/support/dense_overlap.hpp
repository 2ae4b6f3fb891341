// These functions compute overlap quarks by dense matrices on the CPU.
#pragma once

#include <algorithm>
#include <vector>

#include "cpu/gamma.hpp"
#include "cpu/wilson_operator.hpp"
#include "lattice/quark_field.hpp"
#include "overlap/kernel.hpp"
#include "support/dense_matrix.hpp"

namespace glueball::test {

using Full = FullQuarkField<ParitySpinorField>;

inline Eigen::VectorXcd numbers_of(const Full& field) {
  const std::size_t half = field[0].size() * 12;
  Eigen::VectorXcd v(Eigen::Index(2 * half));
  for (std::size_t n = 0; n < 2 * half; ++n)
    v[Eigen::Index(n)] = component(field[n / half][n % half / 12], int(n % 12));
  return v;
}

inline Full field_of(const Eigen::VectorXcd& v) {
  const std::size_t half = std::size_t(v.size()) / 2;
  Full field{ParitySpinorField(half / 12), ParitySpinorField(half / 12)};
  for (std::size_t n = 0; n < 2 * half; ++n)
    component(field[n / half][n % half / 12], int(n % 12)) = v[Eigen::Index(n)];
  return field;
}

inline Eigen::VectorXcd gamma5_of(const Eigen::VectorXcd& v) {
  Full field = field_of(v);
  for (auto& parity : field) cpu::apply_gamma5(parity);
  return numbers_of(field);
}

/// Returns H = gamma5 (D_W - m0) on the CPU.
inline Dense dense_kernel(const Configuration& u, const OverlapKernel& kernel) {
  const cpu::WilsonOperator<double> m(u, kernel.kappa(), kernel.boundary);
  const auto size = Eigen::Index(12 * u.geometry().volume());
  Dense h(size, size);
  for (Eigen::Index k = 0; k < size; ++k) {
    const Full unit = field_of(Eigen::VectorXcd::Unit(size, k));
    Full column = unit;
    m.full(unit, column);
    h.col(k) = kernel.scale() * gamma5_of(numbers_of(column));
  }
  return h;
}

/// This holds H and its sign by all eigenvectors, on the CPU, and gamma5.
struct DenseOverlap {
  DenseOverlap(const Configuration& u, const OverlapKernel& kernel) : h(dense_kernel(u, kernel)) {
    gamma5 = Dense(h.rows(), h.cols());
    for (Eigen::Index k = 0; k < h.cols(); ++k)
      gamma5.col(k) = gamma5_of(Eigen::VectorXcd::Unit(h.rows(), k));
    DenseSign made = dense_sign(h);
    values = std::move(made.values);
    sign = std::move(made.sign);
  }
  Dense d(double m) const {
    return (1 + m) / 2 * Dense::Identity(sign.rows(), sign.cols()) + (1 - m) / 2 * product(gamma5, sign);
  }
  /// Returns the sizes of H's eigenvalues, the smallest first.
  std::vector<double> sizes() const {
    std::vector<double> all;
    for (const double v : values) all.push_back(std::abs(v));
    std::sort(all.begin(), all.end());
    return all;
  }

  Eigen::VectorXd values;
  Dense h, sign, gamma5;
};

}  // namespace glueball::test
