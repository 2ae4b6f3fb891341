#version 460
// Random bits: Philox4x32-10, spelled out. Invocation i gets block i.
#include "lib/backend.glsl"

struct Random {
  uint seed_low, seed_high;  // the key
  uint step;                 // of a simulation, for example; any number that makes the counter new
};
ARGUMENTS(Random)

layout(std430, binding = 0) writeonly restrict buffer Bits { uvec4 bits[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= bits.length()) return;
  uvec4 c = uvec4(i, 0, args.step, 0);
  uvec2 key = uvec2(args.seed_low, args.seed_high);
  for (int round = 0; round < 10; ++round) {
    uint high0, low0, high1, low1;
    umulExtended(0xD2511F53u, c.x, high0, low0);  // 32 x 32 bits are 64 bits: two words
    umulExtended(0xCD9E8D57u, c.z, high1, low1);
    c = uvec4(high1 ^ c.y ^ key.x, low1, high0 ^ c.w ^ key.y, low0);
    key += uvec2(0x9E3779B9u, 0xBB67AE85u);  // golden ratio and sqrt(3) - 1, times 2^32
  }
  bits[i] = c;
}
