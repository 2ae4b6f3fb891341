#version 460
// variants: storage
// Prolongation: psi is the sum of the near-null vectors times the numbers of the coarse lattice, at the sites
// of one parity.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/aggregates.glsl"
#include "args/multigrid.h"

ARGUMENTS(TransferArgs)
FIELD_IN(0, vectors)
FIELD_IN(1, coarse_even)
FIELD_IN(2, coarse_odd)
FIELD_OUT(3, psi)

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const uvec2 place = aggregate_place(site_at(i, args.parity));
  const bool odd = place.x >= COARSE_SITES;
  const uint coarse_site = place.x % COARSE_SITES, stride = part_stride();
  real4 plus_p = real4(0), plus_q = real4(0), plus_r = real4(0);
  real4 minus_p = real4(0), minus_q = real4(0), minus_r = real4(0);
  for (uint n = 0; n < VECTORS; n += 2) {
    const uint plane = n / 2 * COARSE_SITES + coarse_site, lower = plane + VECTORS / 2 * COARSE_SITES;
    real4 c, d;
    if (odd) {
      c = coarse_odd_texel(plane);
      d = coarse_odd_texel(lower);
    } else {
      c = coarse_even_texel(plane);
      d = coarse_even_texel(lower);
    }
    const uint v = part_texel(place.x, 0, n, place.y), w = part_texel(place.x, 1, n, place.y);
    plus_p += times_texel(c.xy, vectors_texel(v)) + times_texel(c.zw, vectors_texel(v + 1));
    plus_q +=
      times_texel(c.xy, vectors_texel(v + stride)) + times_texel(c.zw, vectors_texel(v + stride + 1));
    plus_r += times_texel(c.xy, vectors_texel(v + 2 * stride)) +
              times_texel(c.zw, vectors_texel(v + 2 * stride + 1));
    minus_p += times_texel(d.xy, vectors_texel(w)) + times_texel(d.zw, vectors_texel(w + 1));
    minus_q +=
      times_texel(d.xy, vectors_texel(w + stride)) + times_texel(d.zw, vectors_texel(w + stride + 1));
    minus_r += times_texel(d.xy, vectors_texel(w + 2 * stride)) +
               times_texel(d.zw, vectors_texel(w + 2 * stride + 1));
  }
  psi_put_interleaved(SPINOR_INTERLEAVED, 0, i, HALF_ROOT * (plus_p + minus_p));
  psi_put_interleaved(SPINOR_INTERLEAVED, 1, i, HALF_ROOT * (plus_q + minus_q));
  psi_put_interleaved(SPINOR_INTERLEAVED, 2, i, HALF_ROOT * (plus_r + minus_r));
  psi_put_interleaved(SPINOR_INTERLEAVED, 3, i, HALF_ROOT * (minus_p - plus_p));
  psi_put_interleaved(SPINOR_INTERLEAVED, 4, i, HALF_ROOT * (minus_q - plus_q));
  psi_put_interleaved(SPINOR_INTERLEAVED, 5, i, HALF_ROOT * (minus_r - plus_r));
}
