#version 460
// variants: storage split sum double
// Sums Re Tr of the 2 x 1 rectangles that start at the sites of one parity: component 0 has spatial planes, 1
// planes with time. Each of the six planes has two rectangles, one long in each direction.
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

#include "lib/path.glsl"

void main() {
  Sum spatial = sum_zero(), temporal = sum_zero();
  for (BLOCK_SHARE(k)) {
    const Site s = block_site(BLOCK, k, args.parity);
    for (uint mu = 0; mu < 4; ++mu) {
      Site corner = s;
      Su3 edge = set_out(corner, mu, true);
      edge = walk(edge, corner, mu, true);
      for (uint nu = 0; nu < 4; ++nu) {
        if (nu != mu) {
          Site a = corner, b = s;
          const Su3 lower = walk(edge, a, nu, true);
          Su3 upper = set_out(b, nu, true);
          upper = walk(upper, b, mu, true);
          upper = walk(upper, b, mu, true);
          const Sum r = sum_of(re_trace_mul_adj(lower, upper));
          if (mu == 3 || nu == 3) temporal = sum_add(temporal, r);
          else spatial = sum_add(spatial, r);
        }
      }
    }
  }
  put_block(0, spatial);
  put_block(1, temporal);
}
