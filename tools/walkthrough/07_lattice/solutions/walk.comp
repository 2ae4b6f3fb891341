#version 460
// Exercise 3: how many steps along mu = 0, then 1, 2 and 3, one of each in turn, lead back home?
#include "07_lattice/site.glsl"
#include "lib/backend.glsl"

layout(std430, binding = 0) writeonly restrict buffer Y { uint y[]; };

void main() {
  const uint n = gl_GlobalInvocationID.x;
  if (n >= VOLUME) return;
  uvec4 s = site_of(n);
  uint steps = 0;
  do {
    s = up(s, steps % 4);
    ++steps;
  } while (number_of(s) != n);
  y[n] = steps;
}
