// Staggered fermions in the host's memory, in double precision.
#pragma once

#include <array>
#include <vector>

#include "lattice/geometry.hpp"
#include "lattice/su3.hpp"

namespace glueball {

/// One site of a staggered field: three colours.
struct ColourVector {
  std::array<Complex, 3> c{};
  Complex& operator[](int colour) { return c[colour]; }
  const Complex& operator[](int colour) const { return c[colour]; }
};

/// The colour vectors of one parity, in checkerboard order (Geometry::half_index).
using ParityColourField = std::vector<ColourVector>;

}  // namespace glueball
