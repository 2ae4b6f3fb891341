// The hops of staggered quarks with Naik's term at a site,
//   sum_mu eta_mu(x) {one [U_mu(x) psi(x+mu) - U_mu(x-mu)^+ psi(x-mu)]
//                     + three [L_mu(x) psi(x+3mu) - L_mu(x-3mu)^+ psi(x-3mu)]}.
// Needs GAUGE_IN fields u_this and u_other, LONG_IN fields l_this and l_other, a COLOUR_IN field psi, and
// `args` with the coefficients. Include lib/staggered.glsl, lib/boundary.glsl and lib/threads_per_site.glsl
// before.
#include "lib/three_steps.glsl"
#include "lib/time_hops.glsl"

/// Returns sum + the terms of one direction. The scales of half precision and the boundary's factors are
/// applied last, to the fewest numbers.
Colour hop_up(Colour sum, Site s, uint mu) {
  const real sign = LINK_SCALE * eta(s, mu), long_sign = LONG_SCALE * eta(s, mu);
  const Site above = up(s, mu), far = three_up(s, mu);
  const cplx f = args.one * COLOUR_SCALE(psi, above.index) * sign * hop_factor(s, mu, true);
  sum = add(sum, times_factor(f, mul(u_this_stored(mu, s.index), psi_stored(above.index))));
  const cplx g = args.three * COLOUR_SCALE(psi, far.index) * long_sign * three_factor(s, mu, true);
  return add(sum, times_factor(g, mul(l_this_stored(mu, s.index), psi_stored(far.index))));
}

Colour hop_down(Colour sum, Site s, uint mu) {
  const real sign = BACKWARDS * LINK_SCALE * eta(s, mu), long_sign = BACKWARDS * LONG_SCALE * eta(s, mu);
  const Site below = down(s, mu), far = three_down(s, mu);
  const cplx f = args.one * COLOUR_SCALE(psi, below.index) * sign * hop_factor(below, mu, false);
  sum = sub(sum, times_factor(f, adj_mul(u_other_stored(mu, below.index), psi_stored(below.index))));
  const cplx g = args.three * COLOUR_SCALE(psi, far.index) * long_sign * three_factor(far, mu, false);
  return sub(sum, times_factor(g, adj_mul(l_other_stored(mu, far.index), psi_stored(far.index))));
}

#include "lib/colour_threads.glsl"
