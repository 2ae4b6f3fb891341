// The basis of a Lanczos process, turned to the best of its Ritz vectors.
#pragma once

#include <span>
#include <vector>

#include "eigen/symmetric_matrix.hpp"
#include "linalg/field_vectors.hpp"

namespace glueball {

/// The first `keep` of the orthonormal vectors x become sum_row q(row, k) x_row times the signs that it hands
/// back, for the first `keep` columns k of q, which are orthonormal and have a row for each of x; the rest of
/// x is what else they span. Where they are, by Householder's reflections: there is no room for as many
/// again. `sums` are three vectors of anything; `factors` has room for four times as many as x.
template <class F>
std::vector<double> rotate_basis(std::span<FieldVector<F>> x, const SquareMatrix& q, std::size_t keep,
                                 std::span<FieldVector<F>, 3> sums, Factors& factors);

}  // namespace glueball
