#version 460
// variants: storage sum
// First pass of <x, y> = sum conj(x) y: component 0 the real part, 1 the imaginary part.
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/grid.glsl"
#include "lib/reduce.glsl"
#include "args/planes.h"

ARGUMENTS(PlanesArgs)
FIELD_IN(0, x)
FIELD_IN(1, y)
PARTIALS_OUT(2)

void main() {
  Sum re = sum_zero(), im = sum_zero();
  for (uint i = GRID_FIRST; i < args.planes * SITES; i += GRID_STRIDE) {
    const vec4 v = x_texel(i), w = y_texel(i);
    re = sum_add(re, sum_of(dot(v, w)));
    im = sum_add(im, sum_of(dot(v, vec4(w.y, -w.x, w.w, -w.z))));
  }
  put_partial(0, re);
  put_partial(1, im);
}
