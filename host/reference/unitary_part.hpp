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

struct UnitaryChain {
  Matrix3 y;
  int filtered;  ///< singular values that the filter has changed
};
/// Of f = dS/dW with W = unitary_part(V), that with respect to V: dS = Re Tr dW f = Re Tr dV y. In the frame
/// of V = L s R^+, dW_ij = (dV_ij - conj dV_ji) / (s_i + s_j). Where s^2 < filter, s^2 + filter stands for
/// it.
UnitaryChain unitary_part_chain(const Matrix3& v, const Matrix3& f, double filter = 0);

}  // namespace glueball::reference
