// Tests use these functions of dense matrices. They are compiled once, because each file that instantiates
// Eigen's solvers and products takes ten seconds.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "lattice/su3.hpp"

namespace glueball::test {

using Dense = Eigen::MatrixXcd;

/// Returns eigenvalues, the smallest first.
std::vector<double> hermitian_eigenvalues(const Dense& m);
/// Returns eigenvalues of any matrix, in no order.
std::vector<Complex> eigenvalues(const Dense& m);
/// Eigenvalues, the smallest first, and the matrix that has their signs in their place.
struct DenseSign {
  Eigen::VectorXd values;
  Dense sign;
};
DenseSign dense_sign(const Dense& hermitian);
/// These are a larger matrix's eigenvalues, and on some vectors the matrix with their signs in their place.
struct SignOnVectors {
  Eigen::VectorXd values;
  Dense images;  ///< a column each
};
SignOnVectors dense_sign_on(const Dense& hermitian, const Dense& vectors);

Dense product(const Dense& a, const Dense& b);
/// Returns m^+ m.
Dense normal(const Dense& m);
/// Returns m^-1 b.
Eigen::VectorXcd solved(const Dense& m, const Eigen::VectorXcd& b);
/// Returns log |det m|.
double log_det(const Dense& m);

}  // namespace glueball::test
