// Small dense complex matrices in double precision, row by row.
#pragma once

#include <cstddef>
#include <span>

#include "lattice/su3.hpp"

namespace glueball::cpu {

/// Replaces an n x n matrix by its inverse (Gauss and Jordan, with pivots of rows). Returns false if a pivot
/// is 0 or not finite.
bool invert(std::size_t n, std::span<Complex> a);

/// Replaces a hermitian positive n x n matrix G by the inverse of R in G = R^+ R, R upper triangular. The
/// columns of V R^-1 are orthonormal if G = V^+ V. Returns false if a pivot is below `least` of its diagonal.
bool invert_root(std::size_t n, std::span<Complex> g, double least);

}  // namespace glueball::cpu
