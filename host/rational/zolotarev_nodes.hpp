// Nodes of the best rational approximation of a square root.
#pragma once

#include <vector>

namespace glueball {

/// Returns lo dn^-2(u K, k') with k'^2 = 1 - lo at the `count` values u = (i + offset) / (count - 1 + 2
/// offset), as ascending points of [lo, 1] in double precision. With offset 0 and 2 n + 2 points these are
/// the extrema of the error of the best approximation of x^(+-1/2) with n poles; with offset 1/2 and 2 n + 1
/// points they are its zeros (Zolotarev; N. Akhiezer, Elements of the Theory of Elliptic Functions, section
/// 51). For other powers they are approximate.
std::vector<double> zolotarev_nodes(double lo, int count, double offset);

}  // namespace glueball
