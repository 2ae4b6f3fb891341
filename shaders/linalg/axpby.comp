#version 460
// variants: storage
// z = a x + b y
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "args/linear.h"

ARGUMENTS(LinearArgs)
FIELD_IN(0, x)
FIELD_IN(1, y)
FIELD_OUT(2, z)

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= SITES) return;
  for (uint plane = 0; plane < args.planes; ++plane)
    z_store(plane, i, args.a * x_plane(plane, i) + args.b * y_plane(plane, i));
}
