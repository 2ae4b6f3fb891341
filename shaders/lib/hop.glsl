// The Wilson hopping term at a site,
//   (H psi)(x) = sum_mu (1-gamma_mu) U_mu(x) psi(x+mu) + (1+gamma_mu) U_mu(x-mu)^+ psi(x-mu);
// H^+ = gamma5 H gamma5 has the signs of gamma_mu exchanged. Wants GAUGE_IN fields u_here and u_there, a SPINOR_IN field psi,
// lib/gamma.glsl and lib/boundary.glsl.
layout(constant_id = 11) const uint DAGGER = 0;

/// (1 -+ gamma_mu) psi(site), two spins of it; half the loads in time.
HalfSpinor projected(uint site, uint mu, bool minus) {
  HalfSpinor h;
  if (mu == 3) h = psi_stored_half(minus, site);
  else h = project(psi_stored(site), mu, minus);
  return h;
}

/// What multiplies the product of a link and a projected spinor as they are stored: the boundary's factor and the units of
/// half precision, at the end, where there are fewest numbers. In time a projection is twice the two spins loaded.
cplx stored_factor(Site link, uint mu, bool forward, uint site) {
  return (SPINOR_UNIT_LOAD(psi, site) * LINK_UNIT * real(mu == 3 ? 2 : 1)) * hop_factor(link, mu, forward);
}

Spinor hop(Site s) {
  Spinor sum = spinor_zero();
  [[unroll]] for (uint mu = 0; mu < 4; ++mu) {
    {
      const bool minus = DAGGER == 0;
      const uint above = up(s, mu).index;
      const HalfSpinor h = projected(above, mu, minus);
      const Su3 u = u_here_stored(mu, s.index);
      const cplx f = stored_factor(s, mu, true, above);
      sum = expand(sum, HalfSpinor(times_factor(f, mul(u, h.a)), times_factor(f, mul(u, h.b))), mu, minus);
    }
    {
      const bool minus = DAGGER != 0;
      const Site below = down(s, mu);
      const HalfSpinor h = projected(below.index, mu, minus);
      const Su3 u = u_there_stored(mu, below.index);
      const cplx f = stored_factor(below, mu, false, below.index);
      sum = expand(sum, HalfSpinor(times_factor(f, adj_mul(u, h.a)), times_factor(f, adj_mul(u, h.b))), mu, minus);
    }
  }
  return sum;
}
