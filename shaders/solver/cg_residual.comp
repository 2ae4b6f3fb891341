#version 460
// variants: storage sum
// r -= alpha A p, and the first pass of |r|^2.
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/grid.glsl"
#include "lib/reduce.glsl"
#include "args/planes.h"
#include "args/cg.h"

ARGUMENTS(PlanesArgs)
FIELD_IN(0, ap)
FIELD_INOUT(1, r)
PARTIALS_OUT(2)
layout(std430, binding = 3) readonly restrict buffer ControlBlock { CgControl control; };

void main() {
  Sum sum = sum_zero();
  const float alpha = control.alpha;
  for (uint i = GRID_FIRST; i < args.planes * SITES; i += GRID_STRIDE) {
    const vec4 v = r_texel(i) - alpha * ap_texel(i);
    r_put_texel(i, v);
    sum = sum_add(sum, sum_of(dot(v, v)));
  }
  put_partial(0, sum);
}
