#version 460
// variants: storage double
// fix/relax with four invocations a site: each sums the links of one direction, and shared memory combines
// the sums. It covers functionals that are linear in g(x): the sums of the others would be three times as
// long.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/su2.glsl"
#include "lib/su2_power.glsl"
#include "args/relax.h"

ARGUMENTS(RelaxArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
GAUGE_INOUT(2, g_this)
GAUGE_IN(3, g_other)

#include "lib/gauge_fixing.glsl"
#include "lib/overrelax_gauge.glsl"
SLICES_IN(4)

// Numbers of directions 1 to 3: number e of invocation n is at e * 3/4 of the workgroup + n. They are single
// numbers, not vectors, as in lib/threads_per_site.glsl.
shared real entries[18 * 3 * (gl_WorkGroupSize.x / 4)];

void main() {
  const uint own = GRID_LINK_SITE, mu = GRID_LINK_MU, i = memory_site(min(own, SITES - 1));
  const Site s = site_at(i, args.parity);
  const bool asleep = own >= SITES || at_rest(s);
  Su3 sum = su3_zero();
  if (!asleep && mu < GAUGE_DIRECTIONS) {
    [[unroll]] for (uint nu = 0; nu < 4; ++nu)  // makes the direction of the neighbours a constant
      if (nu == mu) sum = add(link_ahead(s, nu), link_behind(s, nu));
  }
  const uint quarter = gl_WorkGroupSize.x / 4, stride = 3 * quarter;
  if (mu > 0) {
    const uint n = gl_LocalInvocationID.x - quarter;
    [[unroll]] for (uint c = 0; c < 3; ++c)
      [[unroll]] for (uint r = 0; r < 3; ++r) {
        entries[(3 * c + r) * stride + n] = sum.re[c][r];
        entries[(9 + 3 * c + r) * stride + n] = sum.im[c][r];
      }
  }
  barrier();
  if (mu > 0 || asleep) return;
  [[unroll]] for (uint k = 0; k < 3; ++k) {
    const uint n = k * quarter + gl_LocalInvocationID.x;
    [[unroll]] for (uint c = 0; c < 3; ++c)
      [[unroll]] for (uint r = 0; r < 3; ++r) {
        sum.re[c][r] += entries[(3 * c + r) * stride + n];
        sum.im[c][r] += entries[(9 + 3 * c + r) * stride + n];
      }
  }
  const Su3 g = g_this(0, i);
  g_this_put(0, i, overrelaxed(Surroundings(mul(g, sum), su3_zero(), su3_zero()), g));
}
