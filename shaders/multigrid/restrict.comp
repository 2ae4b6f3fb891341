#version 460
// variants: storage
// Restriction: numbers of the coarse lattice are the scalar products of near-null vectors with psi over the
// sites of one parity in an aggregate. A thread has two of a coarse site, for one to four psi.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/aggregates.glsl"
#include "lib/columns.glsl"
#include "args/multigrid.h"

ARGUMENTS(TransferArgs)
FIELD_IN(0, vectors)
FIELD_IN(1, psi0)
FIELD_IN(2, psi1)
FIELD_IN(3, psi2)
FIELD_IN(4, psi3)
FIELD_OUT(5, coarse)

// The chiral part of psi in one of its three texels.
#define PART(psi) \
  (HALF_ROOT * (psi##_interleaved(SPINOR_INTERLEAVED, texel, site) + \
                sign * psi##_interleaved(SPINOR_INTERLEAVED, 3 + texel, site)))

void main() {
  const uint i = GRID_FIRST;
  if (i >= COARSE_SITES * VECTORS) return;
  const uint coarse_site = i / VECTORS, pair = i % VECTORS;
  const uint chirality = 2 * pair / VECTORS, n = 2 * pair % VECTORS;
  const uint aggregate = args.coarse_parity * COARSE_SITES + coarse_site;
  const uvec4 corner = aggregate_corner(aggregate);
  const real sign = chirality == 0 ? real(-1) : real(1);
  const uint first = part_texel(aggregate, chirality, n, 0), stride = part_stride();
  real4 sum[4] = real4[4](real4(0), real4(0), real4(0), real4(0));
  for (uint k = 0; k < BLOCK_HALF; ++k) {
    const uint site = aggregate_site(corner, aggregate_offset(k, args.parity)), at = first + 4 * k;
    for (uint texel = 0; texel < PART_TEXELS; ++texel) {
      const uint v = at + texel * stride;
      const real4 a = vectors_texel(v), b = vectors_texel(v + 1);
      real4 p = PART(psi0);
      sum[0] += real4(dot_texels(a, p), dot_texels(b, p));
      if (COLUMNS > 1) {
        p = PART(psi1);
        sum[1] += real4(dot_texels(a, p), dot_texels(b, p));
      }
      if (COLUMNS > 2) {
        p = PART(psi2);
        sum[2] += real4(dot_texels(a, p), dot_texels(b, p));
      }
      if (COLUMNS > 3) {
        p = PART(psi3);
        sum[3] += real4(dot_texels(a, p), dot_texels(b, p));
      }
    }
  }
  for (uint c = 0; c < COLUMNS; ++c)
    coarse_put_texel(((args.column + c) * VECTORS + pair) * COARSE_SITES + coarse_site, sum[c]);
}
