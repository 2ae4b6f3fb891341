// The hop of naive staggered quarks at a site,
//   2 (D psi)(x) = sum_mu eta_mu(x) [U_mu(x) psi(x+mu) - U_mu(x-mu)^+ psi(x-mu)].
// Wants GAUGE_IN fields u_here and u_there, a COLOUR_IN field psi, lib/staggered.glsl, lib/boundary.glsl and
// lib/lanes.glsl.

/// sum + the term of one direction. The units of half precision and the boundary's factor come last, where
/// there are fewest numbers.
Colour hop_up(Colour sum, Site s, uint mu) {
  const Site above = up(s, mu);
  const cplx f = COLOUR_UNIT(psi, above.index) * LINK_UNIT * eta(s, mu) * hop_factor(s, mu, true);
  return add(sum, times_factor(f, mul(u_here_stored(mu, s.index), psi_stored(above.index))));
}

Colour hop_down(Colour sum, Site s, uint mu) {
  const Site below = down(s, mu);
  const cplx f = COLOUR_UNIT(psi, below.index) * LINK_UNIT * eta(s, mu) * hop_factor(below, mu, false);
  return sub(sum, times_factor(f, adj_mul(u_there_stored(mu, below.index), psi_stored(below.index))));
}

Colour hop_along(Site s, uint mu) { return hop_down(hop_up(Colour(real3(0), real3(0)), s, mu), s, mu); }

LANE_PARTS(6)

/// 2 D psi, good in the first invocation of a site. To be called by the whole workgroup.
Colour hop(Site s) {
  Colour sum = Colour(real3(0), real3(0));
  if (LANES == 1) {
    [[unroll]] for (uint mu = 0; mu < 4; ++mu) sum = hop_down(hop_up(sum, s, mu), s, mu);
  } else {
    if (LANES == 2) {
      if (lane() == 0) {
        [[unroll]] for (uint mu = 0; mu < 4; ++mu) sum = hop_up(sum, s, mu);
      } else {
        [[unroll]] for (uint mu = 0; mu < 4; ++mu) sum = hop_down(sum, s, mu);
      }
    } else {
      if (lane() == 0) sum = hop_along(s, 0);
      else if (lane() == 1) sum = hop_along(s, 1);
      else if (lane() == 2) sum = hop_along(s, 2);
      else sum = hop_along(s, 3);
    }
    if (lane() != 0) lane_leave(0, sum);
    barrier();
    if (lane() == 0)
      [[unroll]] for (uint from = 1; from < 4; ++from)
        if (from < LANES) sum = lane_take(from, 0, sum);
  }
  return sum;
}
