#include "eigen/symmetric_matrix.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>

#include "base/error.hpp"

namespace glueball {

SymmetricEigen eigen_of(const SquareMatrix& matrix, std::size_t rows) {
  const auto n = Eigen::Index(rows), all = Eigen::Index(matrix.size());
  const Eigen::MatrixXd m = Eigen::Map<const Eigen::MatrixXd>(matrix.data(), all, all).topLeftCorner(n, n);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(m);
  if (!m.allFinite() || solver.info() != Eigen::Success)
    throw Error(ErrorKind::not_converged, "eigenvalues: the matrix of the Lanczos process is not finite",
                "check the links and the quark's parameters");
  SymmetricEigen found{std::vector<double>(rows), SquareMatrix(rows)};
  for (Eigen::Index k = 0; k < n; ++k) {
    const Eigen::Index from = n - 1 - k;  // Eigen sorts in ascending order
    found.values[std::size_t(k)] = solver.eigenvalues()[from];
    for (Eigen::Index row = 0; row < n; ++row)
      found.vectors(std::size_t(row), std::size_t(k)) = solver.eigenvectors()(row, from);
  }
  return found;
}

Reflections reflections_of(const SquareMatrix& q, std::size_t count) {
  const std::size_t n = q.size();
  SquareMatrix left = q;
  Reflections r;
  for (std::size_t k = 0; k < count; ++k) {
    // Column k of `left` is a unit vector in rows k and below. H_k maps it to +-e_k.
    std::vector<double> u(n, 0.0);
    for (std::size_t row = k; row < n; ++row) u[row] = left(row, k);
    const double sign = u[k] > 0 ? -1 : 1;
    u[k] -= sign;  // this sign avoids cancellation
    double size = 0;
    for (const double x : u) size += x * x;
    for (double& x : u) x /= std::sqrt(size);
    for (std::size_t column = k; column < count; ++column) {
      double product = 0;
      for (std::size_t row = k; row < n; ++row) product += u[row] * left(row, column);
      for (std::size_t row = k; row < n; ++row) left(row, column) -= 2 * product * u[row];
    }
    r.u.push_back(std::move(u));
    r.signs.push_back(sign);
  }
  return r;
}

std::vector<std::vector<double>> several_at_once(const Reflections& r, std::size_t first, std::size_t count) {
  std::vector<std::vector<double>> w;
  for (std::size_t k = 0; k < count; ++k) {
    const std::vector<double>& u = r.u[first + k];
    // The product is (1 - sum u_i w_i^T)(1 - 2 u u^T) = 1 - sum u_i (w_i - 2 <w_i, u> u)^T - u (2 u)^T.
    for (std::vector<double>& before : w) {
      double product = 0;
      for (std::size_t n = 0; n < u.size(); ++n) product += before[n] * u[n];
      for (std::size_t n = 0; n < u.size(); ++n) before[n] -= 2 * product * u[n];
    }
    w.push_back(u);
    for (double& x : w.back()) x *= 2;
  }
  return w;
}

}  // namespace glueball
