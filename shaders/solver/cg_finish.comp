#version 460
// variants: storage
// x += alpha p: the step that the iteration which stopped the solver has left to do.
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "args/planes.h"
#include "args/cg.h"

ARGUMENTS(PlanesArgs)
FIELD_IN(0, p)
FIELD_INOUT(1, x)
layout(std430, binding = 2) readonly restrict buffer ControlBlock { CgControl control; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= SITES) return;
  for (uint plane = 0; plane < args.planes; ++plane)
    x_store(plane, i, x_plane(plane, i) + control.alpha * p_plane(plane, i));
}
