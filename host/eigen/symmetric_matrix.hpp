// Dense symmetric matrices of a Lanczos process on the host, with some hundred rows.
#pragma once

#include <cstddef>
#include <vector>

namespace glueball {

/// A real n x n matrix, indexed by (row, column).
class SquareMatrix {
 public:
  explicit SquareMatrix(std::size_t n) : n_(n), values_(n * n) {}
  std::size_t size() const { return n_; }
  double& operator()(std::size_t row, std::size_t column) { return values_[column * n_ + row]; }
  double operator()(std::size_t row, std::size_t column) const { return values_[column * n_ + row]; }
  /// The data are stored column by column.
  double* data() { return values_.data(); }
  const double* data() const { return values_.data(); }

 private:
  std::size_t n_;
  std::vector<double> values_;
};

struct SymmetricEigen {
  std::vector<double> values;  ///< in descending order
  SquareMatrix vectors;        ///< orthonormal columns
};

/// Diagonalizes the first `rows` rows and columns of a symmetric matrix. Throws Error(not_converged) if they
/// are not finite.
SymmetricEigen eigen_of(const SquareMatrix& matrix, std::size_t rows);

/// Householder form of `count` orthonormal columns of Q. On the first `count` unit vectors Q = H_0 H_1 ... S,
/// with H_k = 1 - 2 u_k u_k^T, u_k 0 above row k, and S a sign for each column. With it vectors are rotated
/// in place.
struct Reflections {
  std::vector<std::vector<double>> u;  ///< unit vectors, or all 0 for H_k = 1
  std::vector<double> signs;
};
Reflections reflections_of(const SquareMatrix& q, std::size_t count);
/// Returns the w_i of H_first ... H_(first + count - 1) = 1 - sum_i u_(first + i) w_i^T, the product of
/// several reflections (the compact form of Schreiber and Van Loan, SIAM J. Sci. Stat. Comput. 10 (1989) 53).
std::vector<std::vector<double>> several_at_once(const Reflections& reflections, std::size_t first,
                                                 std::size_t count);

}  // namespace glueball
