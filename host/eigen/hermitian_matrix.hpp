// Dense hermitian matrices between a few vectors, on the host.
#pragma once

#include <cstddef>
#include <vector>

#include "lattice/su3.hpp"

namespace glueball {

struct HermitianEigen {
  std::vector<double> values;                 ///< ascending
  std::vector<std::vector<Complex>> vectors;  ///< one a value, orthonormal
};

/// Of the matrix with these columns, whose hermitian part counts. Throws Error(not_converged) where it is not
/// finite, Error(bad_value) where it is not square.
HermitianEigen eigen_of(const std::vector<std::vector<Complex>>& columns);

}  // namespace glueball
