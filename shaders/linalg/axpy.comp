#version 460
// variants: storage
// y += a x
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/grid.glsl"
#include "args/linear.h"

ARGUMENTS(LinearArgs)
FIELD_IN(0, x)
FIELD_INOUT(1, y)

void main() {
  for (uint i = GRID_FIRST; i < args.planes * SITES; i += GRID_STRIDE) y_put_texel(i, y_texel(i) + args.a * x_texel(i));
}
