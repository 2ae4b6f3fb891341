#version 460
// Exercise 3: a gauge transformation. V(s) is link 0 of a second field.
#include "08_plaquette/links.glsl"
#include "lib/backend.glsl"

layout(std430, binding = 1) readonly restrict buffer V { vec4 v[]; };
layout(std430, binding = 2) writeonly restrict buffer Turned { vec4 turned[]; };

Matrix frame(uvec4 s) {
  const uint n = number_of(s);
  return unpack(v[n], v[n + VOLUME], v[n + 2 * VOLUME]);
}

void main() {
  const uint n = gl_GlobalInvocationID.x;
  if (n >= VOLUME) return;
  const uvec4 s = site_of(n);
  for (uint mu = 0; mu < 4; ++mu) {
    const Matrix m = mul(mul(frame(s), link(s, mu)), adjoint(frame(up(s, mu))));
    const uint first = 3 * mu * VOLUME + n;
    turned[first] = vec4(m.e[0][0], m.e[0][1]);
    turned[first + VOLUME] = vec4(m.e[0][2], m.e[1][0]);
    turned[first + 2 * VOLUME] = vec4(m.e[1][1], m.e[1][2]);
  }
}
