// The Wilson hop at a site,
//   (H psi)(x) = sum_mu (1-gamma_mu) U_mu(x) psi(x+mu) + (1+gamma_mu) U_mu(x-mu)^+ psi(x-mu).
// H^+ = gamma5 H gamma5 has the opposite signs of gamma_mu. Needs GAUGE_IN fields u_this and u_other and a
// SPINOR_IN field psi; include lib/gamma.glsl, lib/boundary.glsl and lib/threads_per_site.glsl before.
#ifndef DAGGER
layout(constant_id = CONSTANT_FLAG_0) const uint DAGGER = 0;
#endif

/// Returns two spins of (1 -+ gamma_mu) psi(site); in time this needs half the loads.
HalfSpinor projected(uint site, uint mu, bool minus) {
  HalfSpinor h;
  if (mu == 3) h = psi_stored_half(minus, site);
  else h = project(psi_stored(site), mu, minus);
  return h;
}

/// Returns the factor of the product of a stored link and a projected stored spinor: the boundary's factor
/// and the scales of half precision. It is applied at the end to the fewest numbers. In time a projection is
/// twice the two spins loaded.
cplx stored_factor(Site link, uint mu, bool forward, uint site) {
  return (SPINOR_SCALE_LOAD(psi, site) * LINK_SCALE * real(mu == 3 ? 2 : 1)) * hop_factor(link, mu, forward);
}

/// Returns sum + the term of one direction.
Spinor hop_up(Spinor sum, Site s, uint mu) {
  const bool minus = DAGGER == 0;
  const uint above = up(s, mu).index;
  const HalfSpinor h = projected(above, mu, minus);
  const Su3 u = u_this_stored(mu, s.index);
  const cplx f = stored_factor(s, mu, true, above);
  return expand(sum, HalfSpinor(times_factor(f, mul(u, h.a)), times_factor(f, mul(u, h.b))), mu, minus);
}

Spinor hop_down(Spinor sum, Site s, uint mu) {
  const bool minus = DAGGER != 0;
  const Site below = down(s, mu);
  const HalfSpinor h = projected(below.index, mu, minus);
  const Su3 u = u_other_stored(mu, below.index);
  const cplx f = stored_factor(below, mu, false, below.index);
  return expand(sum, HalfSpinor(times_factor(f, adj_mul(u, h.a)), times_factor(f, adj_mul(u, h.b))), mu,
                minus);
}

Spinor hop_along(Site s, uint mu) { return hop_down(hop_up(spinor_zero(), s, mu), s, mu); }

THREAD_PARTS(24)

/// Returns H psi, valid in the first invocation of a site. The whole workgroup must call it.
Spinor hop(Site s) {
  Spinor sum = spinor_zero();
  if (THREADS_PER_SITE == 1) {
    [[unroll]] for (uint mu = 0; mu < 4; ++mu) sum = hop_down(hop_up(sum, s, mu), s, mu);
  } else {
    if (THREADS_PER_SITE == 2) {
      if (site_thread() == 0) {
        [[unroll]] for (uint mu = 0; mu < 4; ++mu) sum = hop_up(sum, s, mu);
      } else {
        [[unroll]] for (uint mu = 0; mu < 4; ++mu) sum = hop_down(sum, s, mu);
      }
    } else {
      if (site_thread() == 0) sum = hop_along(s, 0);
      else if (site_thread() == 1) sum = hop_along(s, 1);
      else if (site_thread() == 2) sum = hop_along(s, 2);
      else sum = hop_along(s, 3);
    }
    if (site_thread() != 0) {
      store_partial(0, sum.s0);
      store_partial(6, sum.s1);
      store_partial(12, sum.s2);
      store_partial(18, sum.s3);
    }
    barrier();
    if (site_thread() == 0)
      [[unroll]] for (uint from = 1; from < 4; ++from)
        if (from < THREADS_PER_SITE)
          sum = Spinor(add_partial(from, 0, sum.s0), add_partial(from, 6, sum.s1),
                       add_partial(from, 12, sum.s2), add_partial(from, 18, sum.s3));
  }
  return sum;
}
