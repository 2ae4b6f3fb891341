#version 460
// variants: storage split sum double
// Sum of Re Tr of the plaquettes that start at the sites of one parity: component 0 spatial, 1 temporal.
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
GAUGE_IN(0, u_here)
GAUGE_IN(1, u_there)
BLOCKS_OUT(2)

void main() {
  Sum spatial = sum_zero(), temporal = sum_zero();
  for (BLOCK_SHARE(k)) {
    const Site s = block_site(BLOCK, k, args.parity);
    const uint i = s.index;
    [[unroll]] for (uint mu = 0; mu < 3; ++mu) {
      [[unroll]] for (uint nu = mu + 1; nu < 4; ++nu) {
        // P = U_mu(x) U_nu(x+mu) [U_nu(x) U_mu(x+nu)]^+
        const Rows lower = mul(rows(u_here(mu, i)), u_there(nu, up(s, mu).index));
        const Rows upper = mul(rows(u_here(nu, i)), u_there(mu, up(s, nu).index));
        const Sum p = sum_of(re_trace_mul_adj(su3_of_rows(lower), su3_of_rows(upper)));
        if (nu == 3) temporal = sum_add(temporal, p);
        else spatial = sum_add(spatial, p);
      }
    }
  }
  put_block(0, spatial);
  put_block(1, temporal);
}
