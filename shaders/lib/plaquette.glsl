// The plaquette of two directions at a site. Needs GAUGE_IN fields u_this (the parity the kernel works on)
// and u_other.

/// Returns Re Tr P of P = U_mu(x) U_nu(x+mu) [U_nu(x) U_mu(x+nu)]^+. Links of 18 reals may be any matrices,
/// so all nine elements of the products are used. Links of fewer reals are in SU(3), and two rows suffice.
real plaquette(Site s, uint mu, uint nu) {
  const Su3 a = u_this(mu, s.index), b = u_other(nu, up(s, mu).index), c = u_this(nu, s.index),
            d = u_other(mu, up(s, nu).index);
  Su3 lower, upper;
  if (RECONSTRUCT == 18) {
    lower = mul(a, b);
    upper = mul(c, d);
  } else {
    lower = su3_of_rows(mul(rows(a), b));
    upper = su3_of_rows(mul(rows(c), d));
  }
  return re_trace_mul_adj(lower, upper);
}
