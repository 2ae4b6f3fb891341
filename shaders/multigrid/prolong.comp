#version 460
// variants: storage
// Prolongation: psi is the sum of the near-null vectors times the numbers of the coarse lattice, at the sites
// of one parity. A thread has a site of one to four psi.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/aggregates.glsl"
#include "lib/columns.glsl"
#include "args/multigrid.h"

ARGUMENTS(TransferArgs)
FIELD_IN(0, vectors)
FIELD_IN(1, coarse_even)
FIELD_IN(2, coarse_odd)
FIELD_OUT(3, psi0)
FIELD_OUT(4, psi1)
FIELD_OUT(5, psi2)
FIELD_OUT(6, psi3)

// Both chiralities of psi at a site, three texels each.
struct Parts {
  real4 plus[PART_TEXELS], minus[PART_TEXELS];
};

#define PUT(psi, parts) \
  for (uint texel = 0; texel < PART_TEXELS; ++texel) { \
    psi##_put_interleaved(SPINOR_INTERLEAVED, texel, i, \
                          HALF_ROOT * (parts.plus[texel] + parts.minus[texel])); \
    psi##_put_interleaved(SPINOR_INTERLEAVED, 3 + texel, i, \
                          HALF_ROOT * (parts.minus[texel] - parts.plus[texel])); \
  }

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const uvec2 place = aggregate_place(site_at(i, args.parity));
  const bool odd = place.x >= COARSE_SITES;
  const uint coarse_site = place.x % COARSE_SITES, stride = part_stride();
  Parts parts[4];
  for (uint c = 0; c < COLUMNS; ++c)
    for (uint texel = 0; texel < PART_TEXELS; ++texel)
      parts[c].plus[texel] = parts[c].minus[texel] = real4(0);
  for (uint n = 0; n < VECTORS; n += 2) {
    const uint v = part_texel(place.x, 0, n, place.y), w = part_texel(place.x, 1, n, place.y);
    real4 p[PART_TEXELS], q[PART_TEXELS], r[PART_TEXELS], s[PART_TEXELS];
    for (uint texel = 0; texel < PART_TEXELS; ++texel) {
      p[texel] = vectors_texel(v + texel * stride);
      q[texel] = vectors_texel(v + texel * stride + 1);
      r[texel] = vectors_texel(w + texel * stride);
      s[texel] = vectors_texel(w + texel * stride + 1);
    }
    for (uint c = 0; c < COLUMNS; ++c) {
      const uint plane = ((args.column + c) * VECTORS + n / 2) * COARSE_SITES + coarse_site;
      const uint lower = plane + VECTORS / 2 * COARSE_SITES;
      real4 a, b;
      if (odd) {
        a = coarse_odd_texel(plane);
        b = coarse_odd_texel(lower);
      } else {
        a = coarse_even_texel(plane);
        b = coarse_even_texel(lower);
      }
      for (uint texel = 0; texel < PART_TEXELS; ++texel) {
        parts[c].plus[texel] += times_texel(a.xy, p[texel]) + times_texel(a.zw, q[texel]);
        parts[c].minus[texel] += times_texel(b.xy, r[texel]) + times_texel(b.zw, s[texel]);
      }
    }
  }
  PUT(psi0, parts[0])
  if (COLUMNS > 1) { PUT(psi1, parts[1]) }
  if (COLUMNS > 2) { PUT(psi2, parts[2]) }
  if (COLUMNS > 3) { PUT(psi3, parts[3]) }
}
