#version 460
// Exercise 2: v u v^+, u seen in another frame.
#include "06_su3/matrix.glsl"
#include "lib/backend.glsl"

layout(std430, binding = 0) readonly restrict buffer U { vec4 u[]; };
layout(std430, binding = 1) writeonly restrict buffer T { vec4 t[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (3 * i >= t.length()) return;
  const Matrix v = LOAD(u, i + 1), turned = mul(mul(v, LOAD(u, i)), adjoint(v));
  STORE(t, i, turned)
}
