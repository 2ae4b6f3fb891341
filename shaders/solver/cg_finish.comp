#version 460
// variants: storage
// x += alpha p: the step that the iteration which stopped the solver has left to do.
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/grid.glsl"
#include "args/planes.h"
#include "args/cg.h"

ARGUMENTS(PlanesArgs)
FIELD_IN(0, p)
FIELD_INOUT(1, x)
layout(std430, binding = 2) readonly restrict buffer ControlBlock { CgControl control; };

void main() {
  for (uint i = GRID_FIRST; i < args.planes * SITES; i += GRID_STRIDE) x_put_texel(i, x_texel(i) + control.alpha * p_texel(i));
}
