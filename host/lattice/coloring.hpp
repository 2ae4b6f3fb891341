// Colours of links: links of one colour may change at once. shaders/lib/coloring.glsl has the same formulas.
#pragma once

#include "lattice/geometry.hpp"

namespace glueball {

inline constexpr int kRectangleColors = 4;

/// Returns the colour of a link. Links mu of one parity and one colour share no 2 x 1 rectangle; those of one
/// parity share no plaquette. This holds for every even extent from 4 on.
inline int rectangle_color(const Geometry& g, const Site& s, int mu) {
  int sum = 0;
  for (int nu = 0; nu < kDirections; ++nu) {
    if (nu == mu) continue;
    // If the extent is no multiple of four, coordinates of the upper half count one more. The last step
    // around the lattice then counts two, not minus two steps of one.
    sum += s[nu] + (g.extent(nu) % 4 == 2 && s[nu] >= g.extent(nu) / 2 ? 1 : 0);
  }
  return sum % kRectangleColors;
}

/// Throws Error(bad_value) for an extent of 2, where a rectangle would contain a link twice.
void require_room_for_rectangles(const Geometry& g);

}  // namespace glueball
