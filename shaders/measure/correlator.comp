#version 460
// variants: sum double
// Correlators of two site fields at every displacement of a periodic box: C(d) = sum over x of combine(a(x),
// b(x + d)). An invocation has a displacement to itself and meets all x: neighbours read neighbours' b, and
// all read the same a.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/site_field.glsl"
#include "lib/reduce.glsl"
#include "args/correlator.h"

ARGUMENTS(CorrelatorArgs)
SITE_FIELD_IN(0, a)
SITE_FIELD_IN(1, b)
layout(std430, binding = 2) restrict buffer CorrelatorBlock {
  uvec2 sums[];
};  // real and imaginary part of each C(d)

#include "lib/combine.glsl"

uint wrapped(uint coordinate, uint extent) { return coordinate < extent ? coordinate : coordinate - extent; }

void main() {
  const uint rows = args.extent_y * args.extent_z * args.extent_t, count = rows * args.extent_x;
  for (uint d = GRID_FIRST; d < count; d += GRID_STRIDE) {
    const uint dx = d % args.extent_x, dy = d / args.extent_x % args.extent_y;
    const uint dz = d / (args.extent_x * args.extent_y) % args.extent_z;
    const uint dt = d / (args.extent_x * args.extent_y * args.extent_z);
    Sum re = sum_zero(), im = sum_zero();
    if (args.first_row > 0) {
      re = sum_unpack(sums[2 * d]);
      im = sum_unpack(sums[2 * d + 1]);
    }
    for (uint row = args.first_row; row < args.first_row + args.rows; ++row) {
      const uint y = wrapped(row % args.extent_y + dy, args.extent_y);
      const uint z = wrapped(row / args.extent_y % args.extent_z + dz, args.extent_z);
      const uint t = wrapped(row / (args.extent_y * args.extent_z) + dt, args.extent_t);
      const uint partners = ((t * args.extent_z + z) * args.extent_y + y) * args.extent_x;
      // A row is short enough for single precision.
      cplx sum = cplx(0);
      for (uint x = 0; x < args.extent_x; ++x)
        sum += combine(row * args.extent_x + x, partners + wrapped(x + dx, args.extent_x), count);
      re = sum_add(re, sum_of(sum.x));
      im = sum_add(im, sum_of(sum.y));
    }
    sums[2 * d] = sum_pack(re);
    sums[2 * d + 1] = sum_pack(im);
  }
}
