#version 460
// variants: storage
// Test of lib/field: x is read through FIELD_IN into a plain buffer, [site][plane], to show its layout; y <-
// y + x through FIELD_INOUT; z = x with reversed components through FIELD_OUT.
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "args/reals.h"

ARGUMENTS(RealsArgs)
FIELD_IN(0, x)
FIELD_INOUT(1, y)
FIELD_OUT(2, z)
layout(std430, binding = 3) writeonly restrict buffer OutputBlock { vec4 outputs[]; };

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const uint planes = args.reals / 4;
  for (uint plane = 0; plane < planes; ++plane) {
    const vec4 v = x_plane(plane, i);
    outputs[i * planes + plane] = v;
    y_store(plane, i, y_plane(plane, i) + v);
    z_store(plane, i, v.wzyx);
  }
}
