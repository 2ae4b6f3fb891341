#version 460
// variants: storage
// x *= a
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "args/linear.h"

ARGUMENTS(LinearArgs)
FIELD_INOUT(0, x)

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= SITES) return;
  for (uint plane = 0; plane < args.planes; ++plane) x_store(plane, i, args.a * x_plane(plane, i));
}
