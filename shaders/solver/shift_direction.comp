#version 460
// variants: storage double half
// x += alpha p and p = zeta r + beta p of one shift, nothing once it has converged. At the end of a solve
// (LAST) the first alone.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "args/cg.h"
#include "args/shift.h"

layout(constant_id = CONSTANT_FLAG_0) const uint LAST = 0;

ARGUMENTS(ShiftArgs)
ELEMENTS_IN(0, r)
ELEMENTS_INOUT(1, p)
ELEMENTS_INOUT(2, x)
layout(std430, binding = 3) readonly restrict buffer ControlBlock { CgControl control; };
layout(std430, binding = 4) readonly restrict buffer ShiftBlock { ShiftState shifts[]; };

void main() {
  const ShiftState s = shifts[args.shift];
  if (s.alpha == real(0)) return;  // it has converged
  const real beta = control.beta * s.ratio * s.ratio;
  for (uint i = GRID_FIRST; i < element_count(args.reals); i += GRID_STRIDE) {
    const Element v = p_element(i);
    x_put_element(i, add(x_element(i), scale(s.alpha, v)));
    if (LAST == 0) p_put_element(i, add(scale(s.zeta, r_element(i)), scale(beta, v)));
  }
}
