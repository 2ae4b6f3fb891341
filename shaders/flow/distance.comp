#version 460
// variants: storage split sum double
// Finds the largest distance |V - exp(i Q) W| / 9 over the links at one parity's sites, in the Frobenius
// norm. V is the third-order result of a step from W, exp(i Q) W the second-order one.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/algebra.glsl"
#include "lib/reduce.glsl"
#include "lib/blocks.glsl"

GAUGE_IN(0, v)
GAUGE_IN(1, w)
MOMENTUM_IN(2, q)
BLOCKS_OUT(3)

void main() {
  real worst = real(0);
  bool lost = false;  // true after a NaN, which max() may drop
  for (BLOCK_SHARE(k)) {
    const uint i = block_site(BLOCK, k);
    for (uint mu = 0; mu < 4; ++mu) {
      const Su3 d = sub(v(mu, i), mul(exp_i(su3_of_algebra(q(mu, i))), w(mu, i)));
      const real distance2 = re_trace_mul_adj(d, d);
      lost = lost || isnan(distance2);
      worst = max(worst, distance2);
    }
  }
  const real distance = real(float(sqrt(worst)) / 9.0);
  put_block_maximum(0, sum_of(lost ? real(1e30) : distance));  // a NaN counts as 1e30
}
