#version 460
// The lattice Laplacian of a field of 12 numbers a site, in one of two layouts.
#include "07_lattice/site.glsl"
#include "lib/backend.glsl"

layout(constant_id = 5) const uint PLANES = 1;  // 1: planes of texels, 0: all texels of a site together

layout(std430, binding = 0) readonly restrict buffer X { vec4 x[]; };
layout(std430, binding = 1) writeonly restrict buffer Y { vec4 y[]; };

uint place(uint texel, uvec4 s) {
  return PLANES != 0 ? texel * VOLUME + number_of(s) : 3 * number_of(s) + texel;
}

void main() {
  const uint n = gl_GlobalInvocationID.x;
  if (n >= VOLUME) return;
  const uvec4 s = site_of(n);
  for (uint k = 0; k < 3; ++k) {
    vec4 sum = -8.0 * x[place(k, s)];
    for (uint mu = 0; mu < 4; ++mu) sum += x[place(k, up(s, mu))] + x[place(k, down(s, mu))];
    y[place(k, s)] = sum;
  }
}
