#version 460
// variants: sum
// Test of lib/reduce: the sum of `count` floats as partial results (component 0), and in single precision
// (component 1) for comparison.
#include "lib/backend.glsl"
#include "lib/reduce.glsl"
#include "args/probe.h"

ARGUMENTS(ProbeArgs)
layout(std430, binding = 0) readonly restrict buffer InputBlock { float inputs[]; };
PARTIALS_OUT(1)

void main() {
  Sum careful = sum_zero();
  float careless = 0;
  for (uint i = GRID_FIRST; i < args.count; i += GRID_STRIDE) {
    careful = sum_add(careful, sum_of(inputs[i]));
    careless += inputs[i];
  }
  put_partial(0, careful);
  put_partial(1, sum_of(careless));
}
