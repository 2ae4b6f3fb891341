#version 460
// variants: storage double
// The Wilson hop of several right-hand sides at once, out = (a + i a5 gamma5) x + (b + i b5 gamma5) H psi for each: spinor n is
// planes 6 n to 6 n + 5. Links are loaded once for two of them, and the workgroup has all others of its sites, so that their
// links come from the nearest cache.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/spinor.glsl"
#include "lib/gamma.glsl"
#include "args/wilson_dslash.h"

layout(constant_id = 11) const uint DAGGER = 0;
layout(constant_id = 12) const uint ADD_X = 0;
layout(constant_id = 13) const uint TWIST = 0;
layout(constant_id = 15) const uint COUNT = 2;  // right-hand sides, an even number

ARGUMENTS(WilsonDslashArgs)
GAUGE_IN(0, u_here)
GAUGE_IN(1, u_there)
FIELD_IN(2, psi)
FIELD_IN(3, x)
FIELD_OUT(4, result)

#include "lib/boundary.glsl"

/// Two spins of a field's, from plane n on; all four.
#define SPINS_AT(psi, n, site) half_spinor_of_planes(psi##_plane(n, site), psi##_plane(n + 1, site), psi##_plane(n + 2, site))
#define SPINOR_AT(psi, n, site) joined(SPINS_AT(psi, n, site), SPINS_AT(psi, n + 3, site))
Spinor joined(HalfSpinor upper, HalfSpinor lower) { return Spinor(upper.a, upper.b, lower.a, lower.b); }
SPINOR_STORE_PLANES(result)

/// Two spins of (1 -+ gamma_mu) psi, half of them in time.
HalfSpinor projected(uint n, uint site, uint mu, bool minus) {
  HalfSpinor h;
  if (mu == 3) {
    const uint first = minus ? n + 3 : n;
    h = SPINS_AT(psi, first, site);
  } else {
    h = project(SPINOR_AT(psi, n, site), mu, minus);
  }
  return h;
}

Spinor hopped(Spinor sum, Su3 u, bool forward, HalfSpinor h, cplx f, uint mu, bool minus) {
  HalfSpinor carried;
  if (forward) carried = HalfSpinor(mul(u, h.a), mul(u, h.b));
  else carried = HalfSpinor(adj_mul(u, h.a), adj_mul(u, h.b));
  return expand(sum, HalfSpinor(times_factor(f, carried.a), times_factor(f, carried.b)), mu, minus);
}

void finish(uint n, uint site, Spinor sum) {
  if (TWIST != 0) sum = twisted(args.b, args.b5, sum);
  else sum = scale(args.b, sum);
  if (ADD_X != 0) {
    const Spinor v = SPINOR_AT(x, n, site);
    if (TWIST != 0) sum = add(twisted(args.a, args.a5, v), sum);
    else sum = add(scale(args.a, v), sum);
  }
  result_put_half(n, site, sum.s0, sum.s1);
  result_put_half(n + 3, site, sum.s2, sum.s3);
}

void main() {
  // A workgroup is a stretch of sites times all pairs of right-hand sides.
  const uint pairs = COUNT / 2, sites = gl_WorkGroupSize.x / pairs;
  const uint i = gl_WorkGroupID.x * sites + gl_LocalInvocationID.x % sites;
  const uint pair = gl_LocalInvocationID.x / sites;
  if (i >= SITES || pair >= pairs) return;
  const uint n = 12 * pair, m = n + 6;
  const Site s = site_at(i, args.parity);
  Spinor first = spinor_zero(), second = spinor_zero();
  [[unroll]] for (uint mu = 0; mu < 4; ++mu) {
    [[unroll]] for (uint side = 0; side < 2; ++side) {
      const bool forward = side == 0, minus = forward == (DAGGER == 0);
      const Site there = step(s, mu, forward);
      Su3 u;
      if (forward) u = u_here(mu, i);
      else u = u_there(mu, there.index);
      cplx f;
      if (forward) f = hop_factor(s, mu, true);
      else f = hop_factor(there, mu, false);
      if (mu == 3) f *= real(2);
      first = hopped(first, u, forward, projected(n, there.index, mu, minus), f, mu, minus);
      second = hopped(second, u, forward, projected(m, there.index, mu, minus), f, mu, minus);
    }
  }
  finish(n, i, first);
  finish(m, i, second);
}
