// Wilson spinors in the host's memory, in double precision.
#pragma once

#include <array>
#include <vector>

#include "lattice/geometry.hpp"
#include "lattice/su3.hpp"

namespace glueball {

/// One site: s[spin][colour], spin in the DeGrand-Rossi basis (the external basis of glueball).
struct Spinor {
  std::array<std::array<Complex, 3>, 4> s{};
  std::array<Complex, 3>& operator[](int spin) { return s[spin]; }
  const std::array<Complex, 3>& operator[](int spin) const { return s[spin]; }
};

/// The spinors of one parity, in checkerboard order (Geometry::half_index).
using ParitySpinorField = std::vector<Spinor>;

}  // namespace glueball
