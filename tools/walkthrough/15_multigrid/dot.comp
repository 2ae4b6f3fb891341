#version 460
// The real part of <x, y>, by one workgroup: chapter 3's tree.
#include "lib/backend.glsl"

layout(std430, binding = 0) readonly restrict buffer X { cplx x[]; };
layout(std430, binding = 1) readonly restrict buffer Y { cplx y[]; };
layout(std430, binding = 2) writeonly restrict buffer Sum { float sum[]; };

shared float part[gl_WorkGroupSize.x];

void main() {
  const uint lane = gl_LocalInvocationID.x;
  float mine = 0;
  for (uint i = lane; i < x.length(); i += gl_WorkGroupSize.x) mine += dot(x[i], y[i]);
  part[lane] = mine;
  barrier();
  for (uint width = gl_WorkGroupSize.x / 2; width > 0; width /= 2) {
    if (lane < width) part[lane] += part[lane + width];
    barrier();
  }
  if (lane == 0) sum[0] = part[0];
}
