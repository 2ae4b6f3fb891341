#version 460
// variants: storage double
// Draws a gaussian spinor with weight exp(-eta^+ eta): real and imaginary parts have variance 1/2.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/philox.glsl"
#include "args/random.h"

ARGUMENTS(RandomArgs)
FIELD_OUT(0, eta)

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const uint site = global_index(site_at(i, args.parity));
  for (uint plane = 0; plane < 6; ++plane) {
    const uvec4 bits =
        philox(uvec4(site, plane, args.step, args.stream), uvec2(args.seed_low, args.seed_high));
    eta_put_interleaved(SPINOR_INTERLEAVED, plane, i, real(0.70710678118654752440lf) * gaussians(bits));
  }
}
