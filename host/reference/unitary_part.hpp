// A 3x3 matrix brought back to U(3), and the derivative of that, in double precision on the CPU.
#pragma once

#include <array>

#include "lattice/su3.hpp"

namespace glueball::reference {

/// M = left diag(values) right^+ with unitary left and right, values >= 0 in any order: by rotations of pairs
/// of columns until they are orthogonal (Hestenes 1958), which finds small values as exactly as large ones.
struct SingularValues {
  Matrix3 left, right;
  std::array<double, 3> values;
};
SingularValues singular_values(const Matrix3& m);

struct UnitaryPart {
  Matrix3 w;
  bool by_singular_values;
};
/// W = V (V^+ V)^(-1/2). By the eigenvalues of V^+ V and the theorem of Cayley and Hamilton (Bazavov et al.,
/// 1004.0342, appendix B); where their product misses the determinant by more than 1e-5 of it, or is 0, by
/// singular values.
UnitaryPart unitary_part(const Matrix3& v);

/// V = L s R^+ nearly brought back: L h(s) R^+ with h(s) = s / r, r^2 = filter + 9/10 s^2, where s is
/// smaller than r, so for s^2 < 10 filter, and h = 1 elsewhere.
///
/// W itself turns by half a circle at once where a trajectory takes one of V's singular values through 0, and
/// its derivative grows as 1/s on the way. This one has no jump and a derivative of 1 / sqrt(filter) at most,
/// so that its force, kicked often enough, does the work that the energy changes by from one side to the
/// other. That needs the hermitian part of W^+ dW, along which W leaves U(3). MILC and QUDA filter with
/// s / sqrt(s^2 + filter) where one s^2 < filter (Bazavov et al., 1004.0342, appendix), which jumps there.
Matrix3 filtered_part(const Matrix3& v, double filter);

struct UnitaryChain {
  Matrix3 y;
  int filtered;  ///< singular values that the filter has changed
};
/// Of f = dS/dW with W = unitary_part(V), that with respect to V: dS = Re Tr dW f = Re Tr dV y. In the frame
/// of V = L s R^+, dW_ij = (dV_ij - conj dV_ji) / (s_i + s_j). With a filter dW is that of filtered_part.
UnitaryChain unitary_part_chain(const Matrix3& v, const Matrix3& f, double filter = 0);

}  // namespace glueball::reference
