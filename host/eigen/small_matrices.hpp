// Dense matrices of small dimension on the host: eigenvectors and least squares.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lattice/su3.hpp"

namespace glueball {

struct HermitianEigen {
  std::vector<double> values;                 ///< in ascending order
  std::vector<std::vector<Complex>> vectors;  ///< orthonormal, one for each value
};

/// Diagonalizes the hermitian part of the matrix with these columns. Throws Error(not_converged) if it is not
/// finite, Error(bad_value) if it is not square.
HermitianEigen eigen_of(const std::vector<std::vector<Complex>>& columns);

/// Returns the x that minimizes sum_i weights[i]^2 (sum_k rows[i][k] x[k] - values[i])^2, by a QR
/// decomposition. The result is empty if the rows do not determine x or if a number is not finite. All three
/// arguments must have one length, and all rows one length.
std::vector<double> least_squares(std::span<const std::vector<double>> rows, std::span<const double> values,
                                  std::span<const double> weights);

}  // namespace glueball
