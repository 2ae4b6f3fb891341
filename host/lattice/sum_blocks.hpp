// The order of global sums (shaders/lib/blocks.glsl): blocks of the whole lattice, which no domain cuts.
#pragma once

#include "lattice/geometry.hpp"

namespace glueball {

/// Extents of a block: half of the lattice's in x and in y where that is even, 1 in z and in t.
inline Site sum_block(const Site& whole) {
  const auto half = [](int extent) { return extent % 4 == 0 ? extent / 2 : extent; };
  return {half(whole[0]), half(whole[1]), 1, 1};
}

/// Blocks along each direction of a lattice or a domain.
inline Site sum_blocks(const Geometry& g) {
  const Site block = sum_block(g.whole_extents());
  Site blocks{};
  for (int mu = 0; mu < kDirections; ++mu) blocks[mu] = g.extent(mu) / block[mu];
  return blocks;
}

/// Rows of a slice across mu along x, or along y where mu is x, as long as a block (measure/polyakov.comp).
inline Site sum_rows(const Geometry& g, int mu) {
  const Site block = sum_block(g.whole_extents());
  Site rows = g.extents();
  rows[mu] = 1;
  const int along = mu == 0 ? 1 : 0;
  rows[along] = g.extent(along) / block[along];
  return rows;
}

inline std::size_t product(const Site& s) { return std::size_t(s[0]) * s[1] * s[2] * s[3]; }

}  // namespace glueball
