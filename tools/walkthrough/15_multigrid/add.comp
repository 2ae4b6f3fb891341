#version 460
// y = a x + b y
#include "lib/backend.glsl"

struct Add {
  float a, b;
};
ARGUMENTS(Add)

layout(std430, binding = 0) readonly restrict buffer X { cplx x[]; };
layout(std430, binding = 1) restrict buffer Y { cplx y[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i < x.length()) y[i] = args.a * x[i] + args.b * y[i];
}
