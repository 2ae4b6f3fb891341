#version 460
// variants: storage
// y = x; also the measure of bandwidth that every other kernel is held against.
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "args/planes.h"

ARGUMENTS(PlanesArgs)
FIELD_IN(0, x)
FIELD_OUT(1, y)

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= SITES) return;
  for (uint plane = 0; plane < args.planes; ++plane) y_store(plane, i, x_plane(plane, i));
}
