#version 460
// variants: storage double
// Draws gaussians by RANLUX for momenta and pseudofermions.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/philox.glsl"
#include "lib/ranlux.glsl"
#include "args/gaussian_ranlux.h"

ARGUMENTS(GaussianRanluxArgs)
RANLUX_INOUT(0)
FIELD_OUT(1, x)

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  ranlux_load(i);
  for (uint plane = 0; 4 * plane < args.reals; ++plane) {
    const real4 drawn = args.scale * real4(gaussians(ranlux_words(args.skipped)));
    if (4 * plane + 2 < args.reals) x_put_texel(vector_texel(plane, args.reals / 4, i), drawn);
    else x_put_half_texel(plane * PLANE_SITES, i, drawn.xy);
  }
  ranlux_save(i);
}
