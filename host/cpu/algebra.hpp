// Conversions between su(3) coefficients and 3x3 matrices, and the kinetic energy of momenta.
#pragma once

#include "lattice/momenta.hpp"
#include "lattice/su3.hpp"

namespace glueball::cpu {

/// Returns P = sum_a p_a T_a, hermitian and traceless, with T_a = lambda_a / 2.
Matrix3 hermitian(const AlgebraVector& p);

/// Returns p_a = 2 Re Tr(T_a P), the inverse of hermitian(). The trace and the anti-hermitian part of P drop
/// out.
AlgebraVector coefficients(const Matrix3& hermitian);

/// Returns Im Tr(T_a w) for the eight generators, as it occurs in every force.
AlgebraVector imaginary_traces(const Matrix3& w);

/// Returns exp(i eps P), unitary to rounding, by scaling, Taylor series and squaring.
Matrix3 exponential(const AlgebraVector& p, double eps);

/// Returns the sum over links and a of p_a^2 / 2, with the same bits for any number of threads.
double kinetic(const Momenta& p);

}  // namespace glueball::cpu
