#version 460
// Exercise 1: z = a x + b y. The two numbers come as arguments, a struct that C++ fills in.
#include "lib/backend.glsl"

struct Coefficients {
  float a;
  float b;
};
ARGUMENTS(Coefficients)

layout(std430, binding = 0) readonly restrict buffer X { vec4 x[]; };
layout(std430, binding = 1) readonly restrict buffer Y { vec4 y[]; };
layout(std430, binding = 2) writeonly restrict buffer Z { vec4 z[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= z.length()) return;
  z[i] = args.a * x[i] + args.b * y[i];
}
