#version 460
// Exercise 2: every site writes its parity and the number of its neighbours with the other one.
#include "07_lattice/site.glsl"
#include "lib/backend.glsl"

layout(std430, binding = 0) writeonly restrict buffer Y { uvec2 y[]; };

void main() {
  const uint n = gl_GlobalInvocationID.x;
  if (n >= VOLUME) return;
  const uvec4 s = site_of(n);
  uint others = 0;
  for (uint mu = 0; mu < 4; ++mu)
    others += (parity_of(up(s, mu)) ^ parity_of(s)) + (parity_of(down(s, mu)) ^ parity_of(s));
  y[n] = uvec2(parity_of(s), others);
}
