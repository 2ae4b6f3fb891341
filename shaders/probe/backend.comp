#version 460
// Test of lib/backend: returns the arguments as the shader sees them, and the size of a workgroup.
#include "lib/backend.glsl"
#include "args/random.h"

ARGUMENTS(RandomArgs)
layout(std430, binding = 0) writeonly restrict buffer OutputBlock { uint outputs[]; };

void main() {
  if (GRID_FIRST != 0) return;
  outputs[0] = args.parity;
  outputs[1] = args.seed_low;
  outputs[2] = args.seed_high;
  outputs[3] = args.step;
  outputs[4] = args.stream;
  outputs[5] = gl_WorkGroupSize.x;
}
