// The Wilson hop of two of several right-hand sides: spinor n is planes 6 n to 6 n + 5 of a field. Needs
// GAUGE_IN fields u_this and u_other, FIELD_IN fields psi and x, a field `result`, and the constants DAGGER,
// ADD_X, TWIST and COUNT. Include lib/gamma.glsl and lib/boundary.glsl before.

#include "lib/rhs_pairs.glsl"
#include "lib/spinors_at.glsl"

/// Returns two spins of (1 -+ gamma_mu) psi, in time half of them.
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

struct TwoSpinors {
  Spinor first, second;
};

/// Returns H psi at a site for the spinors that begin at planes n and n + 6.
TwoSpinors two_hops(uint n, uint i) {
  const uint m = n + 6;
  const Site s = site_at(i, args.parity);
  TwoSpinors sum = TwoSpinors(spinor_zero(), spinor_zero());
  [[unroll]] for (uint mu = 0; mu < 4; ++mu) {
    [[unroll]] for (uint side = 0; side < 2; ++side) {
      const bool forward = side == 0, minus = forward == (DAGGER == 0);
      const Site there = step(s, mu, forward);
      Su3 u;
      if (forward) u = u_this(mu, i);
      else u = u_other(mu, there.index);
      cplx f;
      if (forward) f = hop_factor(s, mu, true);
      else f = hop_factor(there, mu, false);
      if (mu == 3) f *= real(2);
      sum.first = hopped(sum.first, u, forward, projected(n, there.index, mu, minus), f, mu, minus);
      sum.second = hopped(sum.second, u, forward, projected(m, there.index, mu, minus), f, mu, minus);
    }
  }
  return sum;
}

/// Returns (a + i a5 gamma5) x + (b + i b5 gamma5) H psi for the spinor that begins at plane n.
Spinor hop_term(uint n, uint site, Spinor sum) {
  if (TWIST != 0) sum = twisted(args.b, args.b5, sum);
  else sum = scale(args.b, sum);
  if (ADD_X != 0) {
    const Spinor v = SPINOR_AT(x, n, site);
    if (TWIST != 0) sum = add(twisted(args.a, args.a5, v), sum);
    else sum = add(scale(args.a, v), sum);
  }
  return sum;
}
