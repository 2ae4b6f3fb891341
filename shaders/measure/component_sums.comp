#version 460
// variants: storage sum double
// Sums the four components of a plane over one parity's sites.
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/reduce.glsl"
#include "lib/blocks.glsl"
#include "args/plane.h"

ARGUMENTS(PlaneArgs)
FIELD_IN(0, x)
BLOCKS_OUT(1)

void main() {
  Sum a = sum_zero(), b = sum_zero(), c = sum_zero(), d = sum_zero();
  for (BLOCK_SHARE(k)) {
    const real4 v = x_plane(args.plane, block_site(BLOCK, k));
    a = sum_add(a, sum_of(v.x));
    b = sum_add(b, sum_of(v.y));
    c = sum_add(c, sum_of(v.z));
    d = sum_add(d, sum_of(v.w));
  }
  put_block(0, a);
  put_block(1, b);
  put_block(2, c);
  put_block(3, d);
}
