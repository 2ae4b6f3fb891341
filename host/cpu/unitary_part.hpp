// Projection of a 3x3 matrix to U(3), and its derivative, in double precision on the CPU.
#pragma once

#include <array>

#include "lattice/su3.hpp"

namespace glueball::cpu {

/// M = left diag(values) right^+ with unitary left and right, and values >= 0 in any order. Pairs of columns
/// are rotated until they are orthogonal (Hestenes 1958), which finds small values as accurately as large
/// ones.
struct SingularValues {
  Matrix3 left, right;
  std::array<double, 3> values;
};
SingularValues singular_values(const Matrix3& m);

/// A projection to U(3), and how it was computed.
struct UnitaryPart {
  Matrix3 w;
  bool by_singular_values;
  bool undetermined = false;  ///< two singular values are 0 up to rounding; W is one of many
};
/// Returns W = V (V^+ V)^(-1/2), by the eigenvalues of V^+ V and the Cayley-Hamilton theorem (Bazavov et al.,
/// 1004.0342, appendix B). If the product of the eigenvalues differs from the determinant by more than 1e-5
/// of it, or is 0, singular values are used.
UnitaryPart unitary_part(const Matrix3& v);

/// Returns a filtered projection of V = L s R^+: L h(s) R^+ with h(s) = s / r, r^2 = filter + 9/10 s^2, for
/// s^2 < 10 filter, where s is smaller than r, and h = 1 elsewhere.
///
/// W itself jumps by half a turn if a trajectory takes one of V's singular values through 0, and its
/// derivative grows as 1/s before. The filtered projection has no jump and a derivative of at most 1 /
/// sqrt(filter). With sufficiently small steps its force does the work that the energy changes by from one
/// side to the other. This requires the hermitian part of W^+ dW, along which W leaves U(3). MILC and QUDA
/// filter with s / sqrt(s^2 + filter) if one s^2 < filter (Bazavov et al., 1004.0342, appendix), which jumps
/// there.
Matrix3 filtered_part(const Matrix3& v, double filter);

/// A derivative with respect to V.
struct UnitaryChain {
  Matrix3 y;
  int filtered;  ///< singular values that the filter has changed
};
/// Converts f = dS/dW with W = unitary_part(V) to the derivative with respect to V: dS = Re Tr dW f = Re Tr
/// dV y. In the frame of V = L s R^+, dW_ij = (dV_ij - conj dV_ji) / (s_i + s_j). With a filter dW is that of
/// filtered_part.
UnitaryChain unitary_part_chain(const Matrix3& v, const Matrix3& f, double filter = 0);

}  // namespace glueball::cpu
