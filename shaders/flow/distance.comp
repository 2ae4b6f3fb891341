#version 460
// variants: storage split double
// The largest distance |V - exp(i Q) W| / 9 over the links at one parity's sites, Frobenius norm: how far the
// third-order result V of a step from W is from the second-order one. A maximum does not depend on the order
// it is taken in.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/algebra.glsl"

GAUGE_IN(0, v)
GAUGE_IN(1, w)
MOMENTUM_IN(2, q)
layout(std430, binding = 3) restrict buffer LargestBlock { uint largest[]; };

void main() {
  real worst = real(0);
  bool lost = false;  // a NaN, which max() may drop
  for (uint i = GRID_FIRST; i < SITES; i += GRID_STRIDE)
    for (uint mu = 0; mu < 4; ++mu) {
      const Su3 d = sub(v(mu, i), mul(exp_i(su3_of_algebra(q(mu, i))), w(mu, i)));
      const real distance2 = re_trace_mul_adj(d, d);
      lost = lost || isnan(distance2);
      worst = max(worst, distance2);
    }
  // Floats above zero are ordered as their bits, and NaN is above all of them.
  atomicMax(largest[0], lost ? 0x7FC00000u : floatBitsToUint(float(sqrt(worst)) / 9.0));
}
