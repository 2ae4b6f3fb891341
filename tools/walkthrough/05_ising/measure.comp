#version 460
// Energy and magnetisation, integers: atomics may add them in any order.
#include "lib/backend.glsl"

struct Measure {
  uint extent, slot;
};
ARGUMENTS(Measure)

layout(std430, binding = 0) readonly restrict buffer Spins { int spins[]; };
layout(std430, binding = 1) restrict buffer Sums { ivec2 sums[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x, n = args.extent;
  if (i >= n * n) return;
  const uint x = i % n, y = i / n;
  const int s = spins[i], right = spins[y * n + (x + 1) % n], down = spins[(y + 1) % n * n + x];
  atomicAdd(sums[args.slot].x, -s * (right + down));
  atomicAdd(sums[args.slot].y, s);
}
