#version 460
// variants: storage
// x += alpha p and p = r + beta p in one pass.
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "args/planes.h"
#include "args/cg.h"

ARGUMENTS(PlanesArgs)
FIELD_IN(0, r)
FIELD_INOUT(1, p)
FIELD_INOUT(2, x)
layout(std430, binding = 3) readonly restrict buffer ControlBlock { CgControl control; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= SITES) return;
  const float alpha = control.alpha, beta = control.beta;
  for (uint plane = 0; plane < args.planes; ++plane) {
    const vec4 v = p_plane(plane, i);
    x_store(plane, i, x_plane(plane, i) + alpha * v);
    p_store(plane, i, r_plane(plane, i) + beta * v);
  }
}
