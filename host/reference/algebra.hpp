// Between su(3) coefficients and 3x3 matrices.
#pragma once

#include "lattice/momenta.hpp"
#include "lattice/su3.hpp"

namespace glueball::reference {

/// P = sum_a p_a T_a, hermitian and traceless, T_a = lambda_a / 2.
Matrix3 hermitian(const AlgebraVector& p);

/// p_a = 2 Re Tr(T_a P) of a matrix P; the inverse of hermitian(). Any trace and anti-hermitian part drop
/// out.
AlgebraVector coefficients(const Matrix3& hermitian);

/// Im Tr(T_a w) for the eight generators: what every force is made of.
AlgebraVector imaginary_traces(const Matrix3& w);

}  // namespace glueball::reference
