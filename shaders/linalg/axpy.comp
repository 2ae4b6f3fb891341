#version 460
// variants: storage
// y += a x
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "args/linear.h"

ARGUMENTS(LinearArgs)
FIELD_IN(0, x)
FIELD_INOUT(1, y)

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= SITES) return;
  for (uint plane = 0; plane < args.planes; ++plane)
    y_store(plane, i, y_plane(plane, i) + args.a * x_plane(plane, i));
}
