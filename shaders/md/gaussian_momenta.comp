#version 460
// variants: storage double
// Draws momenta of unit variance, weight exp(-sum p_a^2 / 2).
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/algebra.glsl"
#include "lib/philox.glsl"
#include "args/random.h"

ARGUMENTS(RandomArgs)
MOMENTUM_OUT(0, p)

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const uint site = global_index(site_at(i, args.parity));
  const uvec2 key = uvec2(args.seed_low, args.seed_high);
  for (uint mu = 0; mu < 4; ++mu) {
    Algebra v;
    v.a = gaussians(philox(uvec4(site, 2 * mu, args.step, args.stream), key));
    v.b = gaussians(philox(uvec4(site, 2 * mu + 1, args.step, args.stream), key));
    p_put(mu, i, v);
  }
}
