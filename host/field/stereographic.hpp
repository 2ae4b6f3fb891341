// SU(3) matrices by eight reals: the host's side of shaders/lib/stereographic.glsl, which has the formulas
// and says why they hold everywhere.
#pragma once

#include <array>

#include "gpu/info.hpp"
#include "lattice/su3.hpp"

namespace glueball {

/// Re y1, Im y1, Re y2, Im y2; y0, z0, z1, z2: two texels in the order in which a device stores them.
using EightReals = std::array<double, 8>;

/// Of a matrix in SU(3), with single or double precision in mind: numbers are at most `farthest` in size,
/// which replaces the infinity that Re U_00 = -1 would need and costs an error of 2 / farthest there.
EightReals stereographic(const Matrix3& u, double farthest);
Matrix3 from_stereographic(const EightReals& x);

/// The same as half precision stores them, all between -1 and 1, as multiples of 1/32767 or 16-bit floats: y0
/// and z0 are odd ones, their last bit set, where the rows' signs are negative.
EightReals stereographic_half(const Matrix3& u, gpu::HalfFormat format);
Matrix3 from_stereographic_half(const EightReals& x, gpu::HalfFormat format);

}  // namespace glueball
