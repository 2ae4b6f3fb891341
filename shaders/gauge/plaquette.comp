#version 460
// variants: storage split sum double
// Sums Re Tr of the plaquettes that start at the sites of one parity: component 0 is spatial, 1 temporal.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/reduce.glsl"
#include "lib/blocks.glsl"
#include "args/site.h"

ARGUMENTS(SiteArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
BLOCKS_OUT(2)

#include "lib/plaquette.glsl"

void main() {
  Sum spatial = sum_zero(), temporal = sum_zero();
  for (BLOCK_SHARE(k)) {
    const Site s = block_site(BLOCK, k, args.parity);
    [[unroll]] for (uint mu = 0; mu < 3; ++mu) {
      [[unroll]] for (uint nu = mu + 1; nu < 4; ++nu) {
        const Sum p = sum_of(plaquette(s, mu, nu));
        if (nu == 3) temporal = sum_add(temporal, p);
        else spatial = sum_add(spatial, p);
      }
    }
  }
  put_block(0, spatial);
  put_block(1, temporal);
}
