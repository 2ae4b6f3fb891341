#version 460
// variants: storage double half
// Computes x += alpha p and p = zeta r + beta p for one shift, or for two that read r once (PAIR). A
// converged shift is skipped. At the end of a solve (LAST) only x is updated.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "args/cg.h"
#include "args/shift.h"

layout(constant_id = CONSTANT_FLAG_0) const uint LAST = 0;
layout(constant_id = CONSTANT_FLAG_1) const uint PAIR = 0;

ARGUMENTS(ShiftArgs)
ELEMENTS_IN(0, r)
ELEMENTS_INOUT(1, p)
ELEMENTS_INOUT(2, x)
ELEMENTS_INOUT(3, p_next)
ELEMENTS_INOUT(4, x_next)
layout(std430, binding = 5) readonly restrict buffer ControlBlock { CgControl control; };
layout(std430, binding = 6) readonly restrict buffer ShiftBlock { ShiftState shifts[]; };

/// Returns the new direction.
Element turned(ShiftState s, Element r, Element p) {
  return add(scale(s.zeta, r), scale(control.beta * s.ratio * s.ratio, p));
}

void main() {
  const ShiftState s = shifts[args.shift], next = shifts[args.shift + PAIR];
  const bool first = s.alpha != real(0), second = PAIR != 0 && next.alpha != real(0);
  if (!first && !second) return;
  for (uint i = GRID_FIRST; i < element_count(args.reals); i += GRID_STRIDE) {
    Element r;
    if (LAST == 0) r = r_element(i);
    if (first) {
      const Element v = p_element(i);
      x_put_element(i, add(x_element(i), scale(s.alpha, v)));
      if (LAST == 0) p_put_element(i, turned(s, r, v));
    }
    if (second) {
      const Element v = p_next_element(i);
      x_next_put_element(i, add(x_next_element(i), scale(next.alpha, v)));
      if (LAST == 0) p_next_put_element(i, turned(next, r, v));
    }
  }
}
