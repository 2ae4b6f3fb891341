#version 460
// variants: storage
// x += alpha p and p = r + beta p in one pass.
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/grid.glsl"
#include "args/planes.h"
#include "args/cg.h"

ARGUMENTS(PlanesArgs)
FIELD_IN(0, r)
FIELD_INOUT(1, p)
FIELD_INOUT(2, x)
layout(std430, binding = 3) readonly restrict buffer ControlBlock { CgControl control; };

void main() {
  const float alpha = control.alpha, beta = control.beta;
  for (uint i = GRID_FIRST; i < args.planes * SITES; i += GRID_STRIDE) {
    const vec4 v = p_texel(i);
    x_put_texel(i, x_texel(i) + alpha * v);
    p_put_texel(i, r_texel(i) + beta * v);
  }
}
