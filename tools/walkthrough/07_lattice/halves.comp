#version 460
// The same on a checkerboard: the sites of one parity, whose neighbours all have the other. Planes of texels.
#include "07_lattice/site.glsl"
#include "lib/backend.glsl"

struct Halves {
  uint parity;
};
ARGUMENTS(Halves)

layout(std430, binding = 0) readonly restrict buffer Here { vec4 this_parity[]; };
layout(std430, binding = 1) readonly restrict buffer There { vec4 other_parity[]; };
layout(std430, binding = 2) writeonly restrict buffer Y { vec4 y[]; };

void main() {
  const uint n = gl_GlobalInvocationID.x;
  if (n >= VOLUME / 2) return;
  const uvec4 s = half_site_of(n, args.parity);
  for (uint k = 0; k < 3; ++k) {
    const uint plane = k * (VOLUME / 2);
    vec4 sum = -8.0 * this_parity[plane + n];
    for (uint mu = 0; mu < 4; ++mu)
      sum +=
          other_parity[plane + half_number_of(up(s, mu))] + other_parity[plane + half_number_of(down(s, mu))];
    y[plane + n] = sum;
  }
}
