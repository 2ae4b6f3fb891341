#version 460
// From the fine lattice to the coarse one: y = P^+ x.
#include "15_multigrid/blocks.glsl"

layout(std430, binding = 0) readonly restrict buffer Vectors { cplx v[]; };
layout(std430, binding = 1) readonly restrict buffer X { cplx x[]; };
layout(std430, binding = 2) writeonly restrict buffer Y { cplx y[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x, k = i % args.vectors, block = i / args.vectors;
  if (block >= blocks()) return;
  cplx sum = cplx(0);
  for (uint j = 0; j < IN_BLOCK; ++j) {
    const uint site = site_in(block, j);
    sum += cmul_conj(v[place(k, site)], x[site]);
  }
  y[i] = sum;
}
