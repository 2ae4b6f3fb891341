#version 460
// Exercise 3: the same memory, more and more arithmetic.
#include "lib/backend.glsl"

struct Work {
  uint times;
};
ARGUMENTS(Work)

layout(std430, binding = 0) readonly restrict buffer X { vec4 x[]; };
layout(std430, binding = 1) readonly restrict buffer Y { vec4 y[]; };
layout(std430, binding = 2) writeonly restrict buffer Z { vec4 z[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= z.length()) return;
  vec4 sum = x[i];
  for (uint n = 0; n < args.times; ++n) sum = 0.5 * sum + y[i];
  z[i] = sum;
}
