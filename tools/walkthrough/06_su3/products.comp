#version 460
// u(i) u(i+1) u(i+2) ...: how far a long product strays from the group.
#include "06_su3/matrix.glsl"
#include "lib/backend.glsl"

struct Products {
  uint count;        // factors
  uint project_all;  // 1: back to the group after each product
};
ARGUMENTS(Products)

layout(std430, binding = 0) readonly restrict buffer U { vec4 u[]; };
layout(std430, binding = 1) writeonly restrict buffer P { vec4 p[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (3 * i >= p.length()) return;
  Matrix m = LOAD(u, i);
  for (uint n = 1; n < args.count; ++n) {
    m = mul(m, LOAD(u, i + n));
    if (args.project_all != 0) m = project(m);
  }
  STORE(p, i, m)
}
