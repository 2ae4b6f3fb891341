#version 460
// Exercise 3: |u_11|^2 and |u_11|^4.
#include "06_su3/matrix.glsl"
#include "lib/backend.glsl"

layout(std430, binding = 0) readonly restrict buffer U { vec4 u[]; };
layout(std430, binding = 1) writeonly restrict buffer M { vec2 moments[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= moments.length()) return;
  const Matrix m = LOAD(u, i);
  const float square = dot(m.e[0][0], m.e[0][0]);
  moments[i] = vec2(square, square * square);
}
