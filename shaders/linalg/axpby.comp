#version 460
// variants: storage
// z = a x + b y
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/grid.glsl"
#include "args/linear.h"

ARGUMENTS(LinearArgs)
FIELD_IN(0, x)
FIELD_IN(1, y)
FIELD_OUT(2, z)

void main() {
  for (uint i = GRID_FIRST; i < args.planes * SITES; i += GRID_STRIDE)
    z_put_texel(i, args.a * x_texel(i) + args.b * y_texel(i));
}
