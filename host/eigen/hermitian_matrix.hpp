// Dense hermitian matrices of small dimension on the host.
#pragma once

#include <cstddef>
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

}  // namespace glueball
