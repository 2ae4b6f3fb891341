#version 460
// Exercise 1: count the points inside the circle on the GPU. Integers add up in any order, so an atomic will
// do.
#extension GL_EXT_control_flow_attributes : require  // [[unroll]]
#include "lib/backend.glsl"
#include "lib/philox.glsl"

struct Points {
  uint blocks;
};
ARGUMENTS(Points)

layout(std430, binding = 0) restrict buffer Count { uint inside; };

bool in_circle(uint x, uint y) {
  uint high_x, low_x, high_y, low_y, carry;
  umulExtended(x >> 1, x >> 1, high_x, low_x);
  umulExtended(y >> 1, y >> 1, high_y, low_y);
  uaddCarry(low_x, low_y, carry);
  return high_x + high_y + carry < 1u << 30;
}

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= args.blocks) return;
  const uvec4 b = philox(uvec4(i, 0, 1, 0), uvec2(2006, 0));
  const uint hits = uint(in_circle(b.x, b.y)) + uint(in_circle(b.z, b.w));
  if (hits != 0) atomicAdd(inside, hits);
}
