#version 460
// Exercise 2: the infamous RANDU, x -> 65539 x mod 2^31, from the seed 2 i + 1.
#include "lib/backend.glsl"

layout(std430, binding = 0) writeonly restrict buffer Bits { uvec4 bits[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= bits.length()) return;
  uint x = 2 * i + 1;
  uvec4 four;
  for (int k = 0; k < 4; ++k) four[k] = x = x * 65539u & 0x7FFFFFFFu;
  bits[i] = four;
}
