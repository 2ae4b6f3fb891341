#version 460
// Exercise 1: exp(i h), h = (u - u^+) / 2i without its trace, by its power series.
#include "06_su3/matrix.glsl"
#include "lib/backend.glsl"

layout(std430, binding = 0) readonly restrict buffer U { vec4 u[]; };
layout(std430, binding = 1) writeonly restrict buffer E { vec4 e[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (3 * i >= e.length()) return;
  Matrix m = LOAD(u, i), a, sum, term;  // a = i h = (u - u^+) / 2 - trace
  const Matrix d = adjoint(m);
  const vec2 third = vec2(0, trace(m).y / 3);
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) {
      a.e[r][c] = 0.5 * (m.e[r][c] - d.e[r][c]) - (r == c ? third : vec2(0));
      term.e[r][c] = sum.e[r][c] = vec2(r == c ? 1 : 0, 0);
    }
  for (int n = 1; n <= 16; ++n) {
    term = mul(term, a);
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) {
        term.e[r][c] /= float(n);
        sum.e[r][c] += term.e[r][c];
      }
  }
  STORE(e, i, sum)
}
