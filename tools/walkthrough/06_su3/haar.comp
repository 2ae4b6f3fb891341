#version 460
// Matrices drawn evenly from SU(3): two gaussian rows, Gram and Schmidt.
#include "06_su3/matrix.glsl"
#include "lib/backend.glsl"
#include "lib/philox.glsl"

layout(std430, binding = 0) writeonly restrict buffer U { vec4 u[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (3 * i >= u.length()) return;
  const uvec2 seed = uvec2(2006, 0);
  const vec4 p = gaussians(philox(uvec4(i, 0, 0, 0), seed)), q = gaussians(philox(uvec4(i, 1, 0, 0), seed)),
             r = gaussians(philox(uvec4(i, 2, 0, 0), seed));
  const Matrix m = project(unpack(p, q, r));
  STORE(u, i, m)
}
