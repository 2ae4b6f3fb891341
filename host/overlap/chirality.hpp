// gamma5 on vectors of spinors at all sites, and the projections to its eigenspaces.
#pragma once

#include "linalg/field_vectors.hpp"

namespace glueball {

/// The eigenvalue of gamma5 of a field.
enum class Chirality { minus = -1, plus = 1 };

/// y += (a + a5 gamma5) x; x and y must differ.
void chiral_axpy(double a, double a5, const FieldVector<SpinorField>& x, FieldVector<SpinorField>& y);
/// out = gamma5 in; `in` and `out` must differ.
void apply_gamma5(const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out);
/// out = the part of `in` with this chirality; `in` and `out` must differ.
void project(Chirality chirality, const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out);

}  // namespace glueball
