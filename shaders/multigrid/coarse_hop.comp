#version 460
// variants: storage
// The hop of the coarse lattice, out = a x + b L psi with links of eight directions, or with the coarse
// sites' own matrices. A thread has two rows of one to four columns, for which it reads the matrices once.
// Threads of a site's other columns are its neighbours, so that they find the matrices in a cache.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/coarse.glsl"
#include "lib/columns.glsl"
#include "args/multigrid.h"

layout(constant_id = CONSTANT_FLAG_2) const uint OWN = 0;    // nonzero: the second form
layout(constant_id = CONSTANT_FLAG_3) const uint ADD_X = 0;  // nonzero: the term with x exists

ARGUMENTS(CoarseHopArgs)
FIELD_IN(0, links)
FIELD_IN(1, psi)
FIELD_IN(2, x)
FIELD_OUT(3, result)

/// Returns the product of two complex numbers with two, summed.
cplx times_pair(real4 m, real4 v) {
  return cplx(m.x * v.x - m.y * v.y + m.z * v.z - m.w * v.w, m.x * v.y + m.y * v.x + m.z * v.w + m.w * v.z);
}

void add_product(uint matrices, uint site, uint n, uint row, uint from, uint neighbour, inout real4 sum[4]) {
  for (uint pair = 0; pair < VECTORS; ++pair) {
    const uint at = matrix_texel(matrices, site, n, 2 * pair, row);
    const real4 upper = links_texel(at), lower = links_texel(at + 1);
    for (uint c = 0; c < COLUMNS; ++c) {
      const real4 v = psi_texel((from + c * args.from_stride + pair) * PLANE_SITES + neighbour);
      sum[c] += real4(times_pair(upper, v), times_pair(lower, v));
    }
  }
}

void main() {
  const uint i = GRID_FIRST;
  if (i >= SITES * VECTORS * args.groups) return;
  const uint plane = i % VECTORS, group = i / VECTORS % args.groups, site = i / VECTORS / args.groups;
  const uint first = group * COLUMNS, from = args.from + first * args.from_stride;
  real4 sum[4] = real4[4](real4(0), real4(0), real4(0), real4(0));
  if (OWN != 0) {
    add_product(1, site, 0, 2 * plane, from, site, sum);
  } else {
    const Site s = site_at(site, args.parity);
    for (uint mu = 0; mu < 4; ++mu) {
      add_product(8, site, mu, 2 * plane, from, up(s, mu).index, sum);
      add_product(8, site, 4 + mu, 2 * plane, from, down(s, mu).index, sum);
    }
  }
  for (uint c = 0; c < COLUMNS; ++c) {
    const uint column = first + c;
    real4 out_of = args.b * sum[c];
    if (ADD_X != 0)
      out_of += args.a * x_texel((args.x_from + column * args.x_stride + plane) * PLANE_SITES + site);
    result_put_texel((args.to + column * args.to_stride + plane) * PLANE_SITES + site, out_of);
  }
}
