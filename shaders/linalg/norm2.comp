#version 460
// variants: storage sum
// First pass of |x|^2.
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/grid.glsl"
#include "lib/reduce.glsl"
#include "args/planes.h"

ARGUMENTS(PlanesArgs)
FIELD_IN(0, x)
PARTIALS_OUT(1)

void main() {
  Sum sum = sum_zero();
  for (uint i = GRID_FIRST; i < args.planes * SITES; i += GRID_STRIDE) {
    const vec4 v = x_texel(i);
    sum = sum_add(sum, sum_of(dot(v, v)));
  }
  put_partial(0, sum);
}
