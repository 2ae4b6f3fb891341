#version 460
// variants: storage
// The hop of the coarse lattice, out = a x + b L psi with links of eight directions, or with the coarse
// sites' own matrices. A thread has two rows.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/coarse.glsl"
#include "args/multigrid.h"

layout(constant_id = CONSTANT_FLAG_0) const uint OWN = 0;    // nonzero: the second form
layout(constant_id = CONSTANT_FLAG_1) const uint ADD_X = 0;  // nonzero: the term with x exists

ARGUMENTS(CoarseHopArgs)
FIELD_IN(0, links)
FIELD_IN(1, psi)
FIELD_IN(2, x)
FIELD_OUT(3, result)

/// Returns the product of two complex numbers with two, summed.
cplx times_pair(real4 m, real4 v) {
  return cplx(m.x * v.x - m.y * v.y + m.z * v.z - m.w * v.w, m.x * v.y + m.y * v.x + m.z * v.w + m.w * v.z);
}

real4 product(uint matrices, uint site, uint n, uint row, uint neighbour) {
  real4 sum = real4(0);
  for (uint pair = 0; pair < VECTORS; ++pair) {
    const uint at = matrix_texel(matrices, site, n, 2 * pair, row);
    const real4 v = psi_texel((args.from + pair) * PLANE_SITES + neighbour);
    sum += real4(times_pair(links_texel(at), v), times_pair(links_texel(at + 1), v));
  }
  return sum;
}

void main() {
  const uint i = GRID_FIRST;
  if (i >= SITES * VECTORS) return;
  const uint site = i / VECTORS, plane = i % VECTORS;
  real4 sum = real4(0);
  if (OWN != 0) {
    sum = product(1, site, 0, 2 * plane, site);
  } else {
    const Site s = site_at(site, args.parity);
    for (uint mu = 0; mu < 4; ++mu)
      sum += product(8, site, mu, 2 * plane, up(s, mu).index) +
             product(8, site, 4 + mu, 2 * plane, down(s, mu).index);
  }
  sum *= args.b;
  if (ADD_X != 0) sum += args.a * x_texel((args.x_from + plane) * PLANE_SITES + site);
  result_put_texel((args.to + plane) * PLANE_SITES + site, sum);
}
