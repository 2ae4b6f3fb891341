// The hop of two of several staggered right-hand sides at a site,
//   sum_mu eta_mu(x) {one [U_mu(x) psi(x+mu) - U_mu(x-mu)^+ psi(x-mu)]
//                     + three [L_mu(x) psi(x+3mu) - L_mu(x-3mu)^+ psi(x-3mu)]},
// without its second line if there are no long links L. Vectors are stored one after the other, each like a
// field of its own (lib/colour_field.glsl). Needs GAUGE_IN fields u_this and u_other, LONG_IN fields l_this
// and l_other, a FIELD_IN field psi, `args` with the coefficients, and the constants LONG and COUNT. Include
// lib/staggered.glsl and lib/boundary.glsl before.
#include "lib/rhs_pairs.glsl"
#include "lib/three_steps.glsl"

#if STORAGE == 2
const uint COLOUR_TEXELS = 2 * PLANE_SITES;
#else
const uint COLOUR_TEXELS = PLANE_SITES + PLANE_SITES / 2;
#endif

Colour colour_of(real4 p, cplx third) { return Colour(real3(p.x, p.z, third.x), real3(p.y, p.w, third.y)); }

// These load vector n of a field, and store it.
#define COLOUR_AT(psi, n, site) \
  colour_of(psi##_texel((n)*COLOUR_TEXELS + site), psi##_half_texel((n)*COLOUR_TEXELS + PLANE_SITES, site))
#define PUT_COLOUR(psi, n, site, c) \
  { \
    psi##_put_texel((n)*COLOUR_TEXELS + site, real4(c.re.x, c.im.x, c.re.y, c.im.y)); \
    psi##_put_half_texel((n)*COLOUR_TEXELS + PLANE_SITES, site, cplx(c.re.z, c.im.z)); \
  }

struct TwoColours {
  Colour first, second;
};

/// Returns sum + factor u psi, or with u^+, for vectors n and n + 1 at `site`.
TwoColours hopped(TwoColours sum, Su3 u, bool forward, cplx factor, uint n, uint site) {
  const Colour a = COLOUR_AT(psi, n, site), b = COLOUR_AT(psi, n + 1, site);
  TwoColours carried;
  if (forward) carried = TwoColours(mul(u, a), mul(u, b));
  else carried = TwoColours(adj_mul(u, a), adj_mul(u, b));
  return TwoColours(add(sum.first, times_factor(factor, carried.first)),
                    add(sum.second, times_factor(factor, carried.second)));
}

/// Returns the hops of vectors n and n + 1 at the site in place i of memory.
TwoColours two_hops(uint n, uint i) {
  const Site s = site_at(i, args.parity);
  const Colour zero = Colour(real3(0), real3(0));
  TwoColours sum = TwoColours(zero, zero);
  [[unroll]] for (uint mu = 0; mu < 4; ++mu) {
    [[unroll]] for (uint side = 0; side < 2; ++side) {
      const bool forward = side == 0;
      const real sign = forward ? eta(s, mu) : -eta(s, mu);
      const Site near = step(s, mu, forward);
      Su3 u;
      cplx f;
      if (forward) {
        u = u_this(mu, i);
        f = hop_factor(s, mu, true);
      } else {
        u = u_other(mu, near.index);
        f = hop_factor(near, mu, false);
      }
      sum = hopped(sum, u, forward, (args.one * sign) * f, n, near.index);
      if (LONG != 0) {
        Site far;
        if (forward) {
          far = three_up(s, mu);
          u = l_this(mu, i);
          f = three_factor(s, mu, true);
        } else {
          far = three_down(s, mu);
          u = l_other(mu, far.index);
          f = three_factor(far, mu, false);
        }
        sum = hopped(sum, u, forward, (args.three * sign) * f, n, far.index);
      }
    }
  }
  return sum;
}
