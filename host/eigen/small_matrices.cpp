#include "eigen/small_matrices.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include "base/error.hpp"

namespace glueball {

HermitianEigen eigen_of(const std::vector<std::vector<Complex>>& columns) {
  const auto n = Eigen::Index(columns.size());
  Eigen::MatrixXcd m(n, n);
  for (Eigen::Index column = 0; column < n; ++column) {
    const auto& from = columns[std::size_t(column)];
    if (Eigen::Index(from.size()) != n)
      throw Error(ErrorKind::bad_value, "the matrix between eigenvectors is not square",
                  "this is a fault of the caller");
    for (Eigen::Index row = 0; row < n; ++row) m(row, column) = from[std::size_t(row)];
  }
  const Eigen::MatrixXcd hermitian = (m + m.adjoint()) / 2;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXcd> solver(hermitian);
  if (!m.allFinite() || solver.info() != Eigen::Success)
    throw Error(ErrorKind::not_converged, "eigenvalues: the matrix between eigenvectors is not finite",
                "check the links and the quark's parameters");
  HermitianEigen found;
  for (Eigen::Index k = 0; k < n; ++k) {
    found.values.push_back(solver.eigenvalues()[k]);
    const auto& v = solver.eigenvectors();
    std::vector<Complex>& own = found.vectors.emplace_back();
    for (Eigen::Index row = 0; row < n; ++row) own.push_back(v(row, k));
  }
  return found;
}

std::vector<double> least_squares(std::span<const std::vector<double>> rows, std::span<const double> values,
                                  std::span<const double> weights) {
  if (rows.empty()) return {};
  const auto count = Eigen::Index(rows.size()), parameters = Eigen::Index(rows.front().size());
  Eigen::MatrixXd a(count, parameters);
  Eigen::VectorXd b(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const double weight = weights[std::size_t(i)];
    for (Eigen::Index k = 0; k < parameters; ++k) a(i, k) = weight * rows[std::size_t(i)][std::size_t(k)];
    b(i) = weight * values[std::size_t(i)];
  }
  if (!a.allFinite() || !b.allFinite()) return {};
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(a);
  if (qr.rank() < parameters) return {};
  const Eigen::VectorXd x = qr.solve(b);
  return {x.begin(), x.end()};
}

}  // namespace glueball
