#version 460
// variants: storage sum double
// Sums over one parity's sites of the four components of a plane.
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/reduce.glsl"
#include "args/plane.h"

ARGUMENTS(PlaneArgs)
FIELD_IN(0, x)
PARTIALS_OUT(1)

void main() {
  Sum a = sum_zero(), b = sum_zero(), c = sum_zero(), d = sum_zero();
  for (uint i = GRID_FIRST; i < SITES; i += GRID_STRIDE) {
    const real4 v = x_plane(args.plane, i);
    a = sum_add(a, sum_of(v.x));
    b = sum_add(b, sum_of(v.y));
    c = sum_add(c, sum_of(v.z));
    d = sum_add(d, sum_of(v.w));
  }
  put_partial(0, a);
  put_partial(1, b);
  put_partial(2, c);
  put_partial(3, d);
}
