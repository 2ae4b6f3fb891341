// Rotation of a Lanczos process's basis to its best Ritz vectors.
#pragma once

#include <span>
#include <vector>

#include "eigen/symmetric_matrix.hpp"
#include "linalg/field_vectors.hpp"

namespace glueball {

/// Rotates orthonormal vectors x in place. The first `keep` become sum_row q(row, k) x_row for the first
/// `keep` columns k of q, times the returned signs. These columns are orthonormal, with a row for each x. The
/// other x span the rest of the space. Householder reflections do this in place, because there is no memory
/// for as many vectors again. `sums` are three temporary vectors; `factors` has room for four times the
/// number of x.
template <class F>
std::vector<double> rotate_basis(std::span<FieldVector<F>> x, const SquareMatrix& q, std::size_t keep,
                                 std::span<FieldVector<F>, 3> sums, Factors& factors);

}  // namespace glueball
