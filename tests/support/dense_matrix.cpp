#include "support/dense_matrix.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace glueball::test {

std::vector<double> hermitian_eigenvalues(const Dense& m) {
  const Eigen::SelfAdjointEigenSolver<Dense> solver(m, Eigen::EigenvaluesOnly);
  return {solver.eigenvalues().begin(), solver.eigenvalues().end()};
}

std::vector<Complex> eigenvalues(const Dense& m) {
  const Eigen::ComplexEigenSolver<Dense> solver(m, false);
  return {solver.eigenvalues().begin(), solver.eigenvalues().end()};
}

DenseSign dense_sign(const Dense& hermitian) {
  const Eigen::SelfAdjointEigenSolver<Dense> solver(hermitian);
  const Dense signs = solver.eigenvalues().cwiseSign().cast<Complex>().asDiagonal();
  return {solver.eigenvalues(),
          product(product(solver.eigenvectors(), signs), solver.eigenvectors().adjoint())};
}

Dense product(const Dense& a, const Dense& b) { return a * b; }

Dense normal(const Dense& m) { return product(m.adjoint(), m); }

Eigen::VectorXcd solved(const Dense& m, const Eigen::VectorXcd& b) { return m.partialPivLu().solve(b); }

double log_det(const Dense& m) { return m.partialPivLu().matrixLU().diagonal().array().abs().log().sum(); }

}  // namespace glueball::test
