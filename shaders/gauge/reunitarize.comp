#version 460
// variants: storage split sum double
// Projects the links of one parity's sites to SU(3) and reduces their largest deviation before that.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/reduce.glsl"
#include "lib/blocks.glsl"

GAUGE_INOUT(0, u)
BLOCKS_OUT(1)

void main() {
  real worst = 0;
  for (BLOCK_SHARE(k)) {
    const uint i = block_site(BLOCK, k);
    for (uint mu = 0; mu < 4; ++mu) {
      const Su3 m = u(mu, i);
      const real deviation = unitarity_deviation(m);
      worst = deviation <= worst        ? worst
              : deviation <= real(1e30) ? deviation
                                        : real(1e30);  // a NaN counts as 1e30
      u_put(mu, i, reunitarize(m));
    }
  }
  put_block_maximum(0, sum_of(worst));
}
