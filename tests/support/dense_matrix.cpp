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

/// By real eigenvectors of the tridiagonal matrix, whose images alone are brought back: those of the matrix
/// itself took three times as long.
SignOnVectors dense_sign_on(const Dense& hermitian, const Dense& vectors) {
  const Eigen::Tridiagonalization<Dense> t(hermitian);
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
  solver.computeFromTridiagonal(t.diagonal(), t.subDiagonal());
  const Eigen::MatrixXd& v = solver.eigenvectors();
  const Eigen::VectorXd signs = solver.eigenvalues().cwiseSign();
  const auto sign = [&](const Eigen::MatrixXd& x) -> Eigen::MatrixXd {
    return v * (signs.asDiagonal() * (v.transpose() * x));
  };
  const Dense there = t.matrixQ().adjoint() * vectors;
  Dense images(there.rows(), there.cols());
  images.real() = sign(there.real());
  images.imag() = sign(there.imag());
  return {solver.eigenvalues(), t.matrixQ() * images};
}

Dense product(const Dense& a, const Dense& b) { return a * b; }

Dense normal(const Dense& m) { return product(m.adjoint(), m); }

Eigen::VectorXcd solved(const Dense& m, const Eigen::VectorXcd& b) { return m.partialPivLu().solve(b); }

double log_det(const Dense& m) { return m.partialPivLu().matrixLU().diagonal().array().abs().log().sum(); }

}  // namespace glueball::test
