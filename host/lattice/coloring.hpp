// Which links of one direction may change at once; the host's side of shaders/lib/coloring.glsl.
#pragma once

#include "lattice/geometry.hpp"

namespace glueball {

inline constexpr int kRectangleColors = 4;

/// Links mu of one parity and one colour share no 2 x 1 rectangle, those of one parity no plaquette; for
/// every even extent from 4 on.
inline int rectangle_color(const Geometry& g, const Site& s, int mu) {
  int sum = 0;
  for (int nu = 0; nu < kDirections; ++nu) {
    if (nu == mu) continue;
    // One more from halfway on where the extent is no multiple of four: the last step round the lattice is
    // then two, not minus two steps of one.
    sum += s[nu] + (g.extent(nu) % 4 == 2 && s[nu] >= g.extent(nu) / 2 ? 1 : 0);
  }
  return sum % kRectangleColors;
}

/// Throws Error(bad_value) on an extent of 2, where a rectangle would hold a link twice.
void require_room_for_rectangles(const Geometry& g);

}  // namespace glueball
