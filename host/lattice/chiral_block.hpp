// Site matrices that do not mix chiralities, as in the clover term, in the host's memory.
#pragma once

#include <array>
#include <vector>

#include "lattice/geometry.hpp"
#include "lattice/spinor.hpp"

namespace glueball {

/// A complex 6x6 matrix on two spins and three colours, e[row][column], index 3 * spin + colour.
struct ChiralBlock {
  static constexpr int kSize = 6;
  std::array<std::array<Complex, kSize>, kSize> e{};
  std::array<Complex, kSize>& operator[](int row) { return e[row]; }
  const std::array<Complex, kSize>& operator[](int row) const { return e[row]; }
};

/// The matrices of a site: [0] acts on spins 0 and 1 (gamma5 = 1), [1] on spins 2 and 3 (gamma5 = -1) of the
/// external basis.
using ChiralPair = std::array<ChiralBlock, 2>;

/// The site matrices of one parity, in checkerboard order (Geometry::half_index).
using ParityChiralField = std::vector<ChiralPair>;

}  // namespace glueball
