#version 460
// The matrix of the coarse lattice, P^+ A P, in the form that relax.comp reads: hops inside of a block belong
// to the block itself, those out of it to its neighbours ahead.
#include "15_multigrid/blocks.glsl"

layout(std430, binding = 0) readonly restrict buffer Stencil { cplx stencil[]; };
layout(std430, binding = 1) readonly restrict buffer Vectors { cplx v[]; };
layout(std430, binding = 2) writeonly restrict buffer Coarse { cplx coarse[]; };

/// Returns conj(v_k(x)) a v_l(y).
cplx between(uint k, uint x, cplx a, uint l, uint y) {
  return cmul(cmul_conj(v[place(k, x)], a), v[place(l, y)]);
}

void main() {
  const uint i = gl_GlobalInvocationID.x, n = args.vectors, extent = args.extent;
  const uint l = i % n, k = i / n % n, matrix = i / (n * n) % 3, block = i / (3 * n * n);
  if (block >= blocks()) return;
  cplx sum = cplx(0);
  for (uint j = 0; j < IN_BLOCK; ++j) {
    const uint x = site_in(block, j);
    if (matrix == 0) sum += between(k, x, stencil[3 * x], l, x);
    for (uint mu = 0; mu < 2; ++mu) {
      const uint y = mu == 0 ? x - x % extent + (x + 1) % extent : (x + extent) % (extent * extent);
      const cplx hop = stencil[3 * x + 1 + mu];
      if (block_of(y) != block && matrix == 1 + mu) sum += between(k, x, hop, l, y);
      if (block_of(y) == block && matrix == 0)
        sum += between(k, x, hop, l, y) + between(k, y, cplx(hop.x, -hop.y), l, x);
    }
  }
  coarse[i] = sum;
}
