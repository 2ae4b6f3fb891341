#version 460
// From the coarse lattice to the fine one: y += P x.
#include "15_multigrid/blocks.glsl"

layout(std430, binding = 0) readonly restrict buffer Vectors { cplx v[]; };
layout(std430, binding = 1) readonly restrict buffer X { cplx x[]; };
layout(std430, binding = 2) restrict buffer Y { cplx y[]; };

void main() {
  const uint site = gl_GlobalInvocationID.x;
  if (site >= args.extent * args.extent) return;
  for (uint k = 0; k < args.vectors; ++k)
    y[site] += cmul(v[place(k, site)], x[block_of(site) * args.vectors + k]);
}
