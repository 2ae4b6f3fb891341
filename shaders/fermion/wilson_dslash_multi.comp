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

Spinor psi_at(uint n, uint site) {
  const HalfSpinor u = half_spinor_of_planes(psi_plane(n, site), psi_plane(n + 1, site), psi_plane(n + 2, site));
  const HalfSpinor l = half_spinor_of_planes(psi_plane(n + 3, site), psi_plane(n + 4, site), psi_plane(n + 5, site));
  return Spinor(u.a, u.b, l.a, l.b);
}

/// Two spins of (1 -+ gamma_mu) psi, half of them in time.
HalfSpinor projected(uint n, uint site, uint mu, bool minus) {
  HalfSpinor h;
  if (mu == 3) {
    const uint first = minus ? n + 3 : n;
    h = half_spinor_of_planes(psi_plane(first, site), psi_plane(first + 1, site), psi_plane(first + 2, site));
  } else {
    h = project(psi_at(n, site), mu, minus);
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
    const HalfSpinor u = half_spinor_of_planes(x_plane(n, site), x_plane(n + 1, site), x_plane(n + 2, site));
    const HalfSpinor l = half_spinor_of_planes(x_plane(n + 3, site), x_plane(n + 4, site), x_plane(n + 5, site));
    const Spinor v = Spinor(u.a, u.b, l.a, l.b);
    if (TWIST != 0) sum = add(twisted(args.a, args.a5, v), sum);
    else sum = add(scale(args.a, v), sum);
  }
  result_store(n, site, real4(sum.s0.re.x, sum.s0.im.x, sum.s0.re.y, sum.s0.im.y));
  result_store(n + 1, site, real4(sum.s0.re.z, sum.s0.im.z, sum.s1.re.x, sum.s1.im.x));
  result_store(n + 2, site, real4(sum.s1.re.y, sum.s1.im.y, sum.s1.re.z, sum.s1.im.z));
  result_store(n + 3, site, real4(sum.s2.re.x, sum.s2.im.x, sum.s2.re.y, sum.s2.im.y));
  result_store(n + 4, site, real4(sum.s2.re.z, sum.s2.im.z, sum.s3.re.x, sum.s3.im.x));
  result_store(n + 5, site, real4(sum.s3.re.y, sum.s3.im.y, sum.s3.re.z, sum.s3.im.z));
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
