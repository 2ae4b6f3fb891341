// Dense symmetric matrices of a Lanczos process: some hundred rows, on the host.
#pragma once

#include <cstddef>
#include <vector>

namespace glueball {

/// n x n real numbers, (row, column).
class SquareMatrix {
 public:
  explicit SquareMatrix(std::size_t n) : n_(n), values_(n * n) {}
  std::size_t size() const { return n_; }
  double& operator()(std::size_t row, std::size_t column) { return values_[column * n_ + row]; }
  double operator()(std::size_t row, std::size_t column) const { return values_[column * n_ + row]; }
  /// Column by column.
  double* data() { return values_.data(); }
  const double* data() const { return values_.data(); }

 private:
  std::size_t n_;
  std::vector<double> values_;
};

struct SymmetricEigen {
  std::vector<double> values;  ///< the largest first
  SquareMatrix vectors;        ///< in columns, orthonormal
};

/// Of the first `rows` rows and columns of a symmetric matrix. Throws Error(not_converged) where they are not
/// finite.
SymmetricEigen eigen_of(const SquareMatrix& matrix, std::size_t rows);

/// Householder's form of `count` orthonormal columns of Q: Q = H_0 H_1 ... S on the first `count` unit
/// vectors, H_k = 1 - 2 u_k u_k^T, where u_k is 0 above row k, S a sign a column. With it vectors are rotated
/// where they are, without room for as many more.
struct Reflections {
  std::vector<std::vector<double>> u;  ///< of unit length, or all 0 for H_k = 1
  std::vector<double> signs;
};
Reflections reflections_of(const SquareMatrix& q, std::size_t count);
/// w_i of H_first ... H_(first + count - 1) = 1 - sum_i u_(first + i) w_i^T: what several at once do (the
/// compact form of Schreiber and Van Loan, SIAM J. Sci. Stat. Comput. 10 (1989) 53).
std::vector<std::vector<double>> several_at_once(const Reflections& reflections, std::size_t first,
                                                 std::size_t count);

}  // namespace glueball
