// Blocks of the whole lattice that fix the order of global sums (shaders/lib/blocks.glsl). No domain cuts
// one.
#pragma once

#include "lattice/geometry.hpp"

namespace glueball {

/// Returns the extents of a block: half of the lattice's in x and in y if that is even, 1 in z and in t.
inline Site sum_block(const Site& whole) {
  const auto half = [](int extent) { return extent % 4 == 0 ? extent / 2 : extent; };
  return {half(whole[0]), half(whole[1]), 1, 1};
}

/// Returns the number of blocks along each direction of a lattice or a domain.
inline Site sum_blocks(const Geometry& g) {
  const Site block = sum_block(g.whole_extents());
  Site blocks{};
  for (int mu = 0; mu < kDirections; ++mu) blocks[mu] = g.extent(mu) / block[mu];
  return blocks;
}

/// Returns the number of rows, as long as a block, in a slice across mu: along x, or along y if mu is x
/// (measure/polyakov.comp).
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
