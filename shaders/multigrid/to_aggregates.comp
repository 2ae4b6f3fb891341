#version 460
// variants: storage
// Stores psi as near-null vector number `vector` at the sites of one parity.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/aggregates.glsl"
#include "args/multigrid.h"

ARGUMENTS(ToAggregatesArgs)
FIELD_IN(0, psi)
FIELD_OUT(1, vectors)

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const uvec2 place = aggregate_place(site_at(i, args.parity));
  const uint plus = part_texel(place.x, 0, args.vector, place.y),
             minus = part_texel(place.x, 1, args.vector, place.y);
  for (uint texel = 0; texel < PART_TEXELS; ++texel) {
    const real4 upper = psi_interleaved(SPINOR_INTERLEAVED, texel, i),
                lower = psi_interleaved(SPINOR_INTERLEAVED, 3 + texel, i);
    vectors_put_texel(plus + texel * part_stride(), HALF_ROOT * (upper - lower));
    vectors_put_texel(minus + texel * part_stride(), HALF_ROOT * (upper + lower));
  }
}
