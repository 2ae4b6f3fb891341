// gamma5 on vectors of spinors at all sites, and the parts that it tells apart.
#pragma once

#include "linalg/field_vectors.hpp"

namespace glueball {

/// Where a field of one chirality lives: gamma5 = 1 or -1.
enum class Chirality { minus = -1, plus = 1 };

/// y += (a + a5 gamma5) x; not the same.
void chiral_axpy(double a, double a5, const FieldVector<SpinorField>& x, FieldVector<SpinorField>& y);
/// out = gamma5 in; not the same.
void apply_gamma5(const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out);
/// out = the part of in with this chirality; not the same.
void project(Chirality chirality, const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out);

}  // namespace glueball
