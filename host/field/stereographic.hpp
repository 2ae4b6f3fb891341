// SU(3) matrices by eight reals, on the host. shaders/lib/stereographic.glsl has the formulas and says why
// they hold everywhere.
#pragma once

#include <array>

#include "gpu/info.hpp"
#include "lattice/su3.hpp"

namespace glueball {

/// Re y1, Im y1, Re y2, Im y2; y0, z0, z1, z2: two texels, in the device's order.
using EightReals = std::array<double, 8>;

/// Returns the eight reals of a matrix in SU(3). Numbers are at most `farthest`, chosen for single or double
/// precision. It replaces the infinity at Re U_00 = -1 and costs an error of 2 / farthest there.
EightReals stereographic(const Matrix3& u, double farthest);
Matrix3 from_stereographic(const EightReals& x);

/// Returns the eight reals as half precision stores them, all between -1 and 1, as multiples of 1/32767 or
/// 16-bit floats. y0 and z0 have their last bit set if the rows' signs are negative.
EightReals stereographic_half(const Matrix3& u, gpu::HalfFormat format);
Matrix3 from_stereographic_half(const EightReals& x, gpu::HalfFormat format);

}  // namespace glueball
