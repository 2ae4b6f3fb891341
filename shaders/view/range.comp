#version 460
// variants: storage sum
// The largest |w . density| over sites of one parity: `count` of them from `first` on.
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/reduce.glsl"
#include "args/weights.h"

ARGUMENTS(WeightArgs)
FIELD_IN(0, density)
PARTIALS_OUT(1)

void main() {
  const real4 weight = real4(args.weight_x, args.weight_y, args.weight_z, args.weight_w);
  Sum largest = sum_zero();
  for (uint i = args.first + GRID_FIRST; i < args.first + args.count; i += GRID_STRIDE)
    largest = sum_max(largest, sum_of(abs(dot(weight, density_plane(0, i)))));
  put_maximum(0, largest);
}
