#version 460
// variants: storage split sum double
// Sums Re Tr of the loops of six links around cubes, mu nu rho -mu -nu -rho, that start at the sites of one
// parity. There is one for each of a cube's four diagonals. Component 0 has spatial cubes, 1 cubes with time.
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

/// Returns the path from s to the far end of the diagonal: along a, then b, then c.
Su3 half_way(Site s, uint a, bool a_up, uint b, bool b_up, uint c, bool c_up) {
  Su3 m = set_out(s, a, a_up);
  m = walk(m, s, b, b_up);
  return walk(m, s, c, c_up);
}

void main() {
  Sum spatial = sum_zero(), temporal = sum_zero();
  for (BLOCK_SHARE(k)) {
    const Site s = block_site(BLOCK, k, args.parity);
    // The cube lacks the direction `missing`; its diagonals differ in the signs of two directions.
    for (uint k = 0; k < 16; ++k) {
      const uint missing = k / 4;
      const uint mu = missing == 0 ? 1 : 0, nu = missing <= 1 ? 2 : 1, rho = missing <= 2 ? 3 : 2;
      const bool nu_up = (k & 1u) == 0, rho_up = (k & 2u) == 0;
      const Su3 there = half_way(s, mu, true, nu, nu_up, rho, rho_up);
      const Su3 back = half_way(s, rho, rho_up, nu, nu_up, mu, true);
      const Sum r = sum_of(re_trace_mul_adj(there, back));
      if (missing == 3) spatial = sum_add(spatial, r);
      else temporal = sum_add(temporal, r);
    }
  }
  put_block(0, spatial);
  put_block(1, temporal);
}
