#version 460
// Gram-Schmidt in each block by itself: the vectors become the columns of P, and P^+ P = 1.
#include "15_multigrid/blocks.glsl"

layout(std430, binding = 0) restrict buffer Vectors { cplx v[]; };

void main() {
  const uint block = gl_GlobalInvocationID.x;
  if (block >= blocks()) return;
  for (uint k = 0; k < args.vectors; ++k) {
    for (uint again = 0; again < 2; ++again)  // the second time takes away what rounding has left
      for (uint q = 0; q < k; ++q) {
        cplx overlap = cplx(0);
        for (uint j = 0; j < IN_BLOCK; ++j)
          overlap += cmul_conj(v[place(q, site_in(block, j))], v[place(k, site_in(block, j))]);
        for (uint j = 0; j < IN_BLOCK; ++j)
          v[place(k, site_in(block, j))] -= cmul(overlap, v[place(q, site_in(block, j))]);
      }
    float square = 0;
    for (uint j = 0; j < IN_BLOCK; ++j) {
      const cplx z = v[place(k, site_in(block, j))];
      square += dot(z, z);
    }
    for (uint j = 0; j < IN_BLOCK; ++j) v[place(k, site_in(block, j))] *= inversesqrt(square);
  }
}
