#version 460
// variants: storage
// x *= a
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/grid.glsl"
#include "args/linear.h"

ARGUMENTS(LinearArgs)
FIELD_INOUT(0, x)

void main() {
  for (uint i = GRID_FIRST; i < args.planes * SITES; i += GRID_STRIDE) x_put_texel(i, args.a * x_texel(i));
}
