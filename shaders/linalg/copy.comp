#version 460
// variants: storage
// y = x; also the measure of bandwidth that every other kernel is held against.
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/grid.glsl"
#include "args/planes.h"

ARGUMENTS(PlanesArgs)
FIELD_IN(0, x)
FIELD_OUT(1, y)

void main() {
  for (uint i = GRID_FIRST; i < args.planes * SITES; i += GRID_STRIDE) y_put_texel(i, x_texel(i));
}
