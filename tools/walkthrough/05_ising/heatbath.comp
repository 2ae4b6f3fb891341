#version 460
// Ising: a heatbath for the spins of one colour of the checkerboard. All their neighbours have the other
// colour.
#extension GL_EXT_control_flow_attributes : require  // [[unroll]]
#include "lib/backend.glsl"
#include "lib/philox.glsl"

struct Heatbath {
  uint extent, parity, step, seed;
  // Probability of a spin up, times 2^32, for neighbours that sum to -4, -2, 0, 2, 4.
  uint up0, up1, up2, up3, up4;
};
ARGUMENTS(Heatbath)

layout(std430, binding = 0) restrict buffer Spins { int spins[]; };

int spin(uint x, uint y) { return spins[(y % args.extent) * args.extent + x % args.extent]; }

void main() {
  const uint i = gl_GlobalInvocationID.x, half_extent = args.extent / 2;
  if (i >= half_extent * args.extent) return;
  const uint y = i / half_extent, x = 2 * (i % half_extent) + ((y + args.parity) & 1u),
             last = args.extent - 1;
  const int sum = spin(x + 1, y) + spin(x + last, y) + spin(x, y + 1) + spin(x, y + last);
  const uint up[5] = uint[5](args.up0, args.up1, args.up2, args.up3, args.up4);
  const uint site = y * args.extent + x;
  const uint bits = philox(uvec4(site, 0, args.step, 0), uvec2(args.seed, 0)).x;
  spins[site] = bits < up[(sum + 4) / 2] ? 1 : -1;
}
