#version 460
// All three exercises: the probability of a spin up is a table over the spin as it is and the sum of its
// neighbours.
#extension GL_EXT_control_flow_attributes : require  // [[unroll]]
#include "lib/backend.glsl"
#include "lib/philox.glsl"

struct Update {
  uint extent, parity, step, seed;
};
ARGUMENTS(Update)

layout(std430, binding = 0) restrict buffer Spins { int spins[]; };
layout(std430, binding = 1) readonly restrict buffer Table {
  uint up[];
};  // 5 numbers for a spin down, 5 for a spin up

int spin(uint x, uint y) { return spins[(y % args.extent) * args.extent + x % args.extent]; }

void main() {
  const uint i = gl_GlobalInvocationID.x, half_extent = args.extent / 2;
  if (i >= half_extent * args.extent) return;
  const uint y = i / half_extent, x = 2 * (i % half_extent) + ((y + args.parity) & 1u),
             last = args.extent - 1;
  const int sum = spin(x + 1, y) + spin(x + last, y) + spin(x, y + 1) + spin(x, y + last);
  const uint site = y * args.extent + x, entry = (spins[site] > 0 ? 5u : 0u) + uint(sum + 4) / 2;
  spins[site] = philox(uvec4(site, 0, args.step, 0), uvec2(args.seed, 0)).x < up[entry] ? 1 : -1;
}
