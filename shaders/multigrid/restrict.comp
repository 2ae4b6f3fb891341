#version 460
// variants: storage
// Restriction: numbers of the coarse lattice are the scalar products of near-null vectors with psi over the
// sites of one parity in an aggregate. A thread has two of a coarse site.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/aggregates.glsl"
#include "args/multigrid.h"

ARGUMENTS(TransferArgs)
FIELD_IN(0, vectors)
FIELD_IN(1, psi)
FIELD_OUT(2, coarse)

/// Returns the chiral part of psi in one of its three texels.
real4 psi_part(uint texel, uint site, real sign) {
  return HALF_ROOT * (psi_interleaved(SPINOR_INTERLEAVED, texel, site) +
                      sign * psi_interleaved(SPINOR_INTERLEAVED, 3 + texel, site));
}

void main() {
  const uint i = GRID_FIRST;
  if (i >= COARSE_SITES * VECTORS) return;
  const uint coarse_site = i / VECTORS, pair = i % VECTORS;
  const uint chirality = 2 * pair / VECTORS, n = 2 * pair % VECTORS;
  const uint aggregate = args.coarse_parity * COARSE_SITES + coarse_site;
  const uvec4 corner = aggregate_corner(aggregate);
  const real sign = chirality == 0 ? real(-1) : real(1);
  const uint first = part_texel(aggregate, chirality, n, 0), stride = part_stride();
  real4 sum = real4(0);
  for (uint k = 0; k < BLOCK_HALF; ++k) {
    const uint site = aggregate_site(corner, aggregate_offset(k, args.parity)), at = first + 4 * k;
    for (uint texel = 0; texel < PART_TEXELS; ++texel) {
      const real4 p = psi_part(texel, site, sign);
      const uint v = at + texel * stride;
      sum += real4(dot_texels(vectors_texel(v), p), dot_texels(vectors_texel(v + 1), p));
    }
  }
  coarse_put_texel(pair * COARSE_SITES + coarse_site, sum);
}
