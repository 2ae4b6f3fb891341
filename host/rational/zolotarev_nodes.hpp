// Where the best rational approximation of a square root has its nodes.
#pragma once

#include <vector>

namespace glueball {

/// lo dn^-2(u K, k') for u from 0 to 1, k'^2 = 1 - lo: `count` points u = (i + offset) / (count - 1 + 2
/// offset) of [lo, 1] that ascend. With offset 0 and 2 n + 2 points those where the error of the best
/// approximation of x^(+-1/2) with n poles is largest, with offset 1/2 and 2 n + 1 points its zeros
/// (Zolotarev; N. Akhiezer, Elements of the Theory of Elliptic Functions, section 51); near those of other
/// powers. In double precision.
std::vector<double> zolotarev_nodes(double lo, int count, double offset);

}  // namespace glueball
