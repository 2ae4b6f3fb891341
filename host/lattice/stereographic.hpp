// SU(3) matrices by eight reals: the host's side of shaders/lib/stereographic.glsl, which has the formulas and says why they
// hold everywhere.
#pragma once

#include <array>

#include "lattice/su3.hpp"

namespace glueball {

/// Re y1, Im y1, Re y2, Im y2; y0, z0, z1, z2: two texels in the order in which a device stores them.
using EightReals = std::array<double, 8>;

/// Of a matrix in SU(3), with single or double precision in mind: numbers are at most `farthest` in size, which replaces the
/// infinity that Re U_00 = -1 would need and costs an error of 2 / farthest there.
EightReals stereographic(const Matrix3& u, double farthest);
Matrix3 from_stereographic(const EightReals& x);

/// The same as multiples of 1/32767 in half precision, all between -1 and 1: y0 and z0 are odd multiples where the rows' signs
/// are negative.
EightReals stereographic_half(const Matrix3& u);
Matrix3 from_stereographic_half(const EightReals& x);

}  // namespace glueball
