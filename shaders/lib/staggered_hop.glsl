// The hop of naive staggered quarks at a site,
//   2 (D psi)(x) = sum_mu eta_mu(x) [U_mu(x) psi(x+mu) - U_mu(x-mu)^+ psi(x-mu)].
// Needs GAUGE_IN fields u_this and u_other and a COLOUR_IN field psi; include lib/staggered.glsl,
// lib/boundary.glsl and lib/threads_per_site.glsl before.
#include "lib/time_hops.glsl"

/// Returns sum + the term of one direction. The scales of half precision and the boundary's factor are
/// applied last, to the fewest numbers.
Colour hop_up(Colour sum, Site s, uint mu) {
  const Site above = up(s, mu);
  const cplx f = COLOUR_SCALE(psi, above.index) * LINK_SCALE * eta(s, mu) * hop_factor(s, mu, true);
  return add(sum, times_factor(f, mul(u_this_stored(mu, s.index), psi_stored(above.index))));
}

Colour hop_down(Colour sum, Site s, uint mu) {
  const Site below = down(s, mu);
  const real sign = BACKWARDS * LINK_SCALE * eta(s, mu);
  const cplx f = COLOUR_SCALE(psi, below.index) * sign * hop_factor(below, mu, false);
  return sub(sum, times_factor(f, adj_mul(u_other_stored(mu, below.index), psi_stored(below.index))));
}

#include "lib/colour_threads.glsl"
