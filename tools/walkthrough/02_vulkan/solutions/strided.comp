#version 460
// Exercise 1: fewer invocations than texels; each takes every (number of invocations)th.
layout(local_size_x_id = 0) in;

layout(std430, binding = 0) readonly restrict buffer X { vec4 x[]; };
layout(std430, binding = 1) readonly restrict buffer Y { vec4 y[]; };
layout(std430, binding = 2) writeonly restrict buffer Z { vec4 z[]; };

void main() {
  const uint stride = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
  for (uint i = gl_GlobalInvocationID.x; i < z.length(); i += stride) z[i] = x[i] + y[i];
}
