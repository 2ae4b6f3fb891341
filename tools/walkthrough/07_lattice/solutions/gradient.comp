#version 460
// Exercise 1: the symmetric difference (x(s + mu) - x(s - mu)) / 2 of a field of one number a site.
#include "07_lattice/site.glsl"
#include "lib/backend.glsl"

struct Gradient {
  uint mu;
};
ARGUMENTS(Gradient)

layout(std430, binding = 0) readonly restrict buffer X { float x[]; };
layout(std430, binding = 1) writeonly restrict buffer Y { float y[]; };

void main() {
  const uint n = gl_GlobalInvocationID.x;
  if (n >= VOLUME) return;
  const uvec4 s = site_of(n);
  y[n] = 0.5 * (x[number_of(up(s, args.mu))] - x[number_of(down(s, args.mu))]);
}
