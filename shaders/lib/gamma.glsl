// The device's gamma matrices. gamma_t is diagonal, so that a hop in time reads half a spinor:
//   gamma_k = ( 0, -i sigma_k; i sigma_k, 0 ),  gamma_t = diag(1, 1, -1, -1),  gamma5 = -( 0, 1; 1, 0 ).
// host/lattice/spin_basis.hpp has the rotation to the host's DeGrand-Rossi basis.
//
// (1 - gamma_mu) has rank two: `project` computes two independent spins of (1 -+ gamma_mu) psi, `expand`
// restores four. `minus` gives the sign. In time, callers load the two remaining spins themselves: (1 -
// gamma_t) psi is twice the lower half, (1 + gamma_t) psi twice the upper.

HalfSpinor project(Spinor p, uint mu, bool minus) {
  const real s = minus ? real(1) : real(-1);
  HalfSpinor h;
  if (mu == 0) h = HalfSpinor(add(p.s0, scale(s, times_i(p.s3))), add(p.s1, scale(s, times_i(p.s2))));
  else if (mu == 1) h = HalfSpinor(add(p.s0, scale(s, p.s3)), sub(p.s1, scale(s, p.s2)));
  else if (mu == 2) h = HalfSpinor(add(p.s0, scale(s, times_i(p.s2))), sub(p.s1, scale(s, times_i(p.s3))));
  else if (minus) h = HalfSpinor(scale(real(2), p.s2), scale(real(2), p.s3));
  else h = HalfSpinor(scale(real(2), p.s0), scale(real(2), p.s1));
  return h;
}

Spinor expand(Spinor sum, HalfSpinor h, uint mu, bool minus) {
  const real s = minus ? real(1) : real(-1);
  if (mu == 3) {
    if (minus) {
      sum.s2 = add(sum.s2, h.a);
      sum.s3 = add(sum.s3, h.b);
    } else {
      sum.s0 = add(sum.s0, h.a);
      sum.s1 = add(sum.s1, h.b);
    }
  } else {
    sum.s0 = add(sum.s0, h.a);
    sum.s1 = add(sum.s1, h.b);
    if (mu == 0) {
      sum.s2 = sub(sum.s2, scale(s, times_i(h.b)));
      sum.s3 = sub(sum.s3, scale(s, times_i(h.a)));
    } else if (mu == 1) {
      sum.s2 = sub(sum.s2, scale(s, h.b));
      sum.s3 = add(sum.s3, scale(s, h.a));
    } else {
      sum.s2 = sub(sum.s2, scale(s, times_i(h.a)));
      sum.s3 = add(sum.s3, scale(s, times_i(h.b)));
    }
  }
  return sum;
}

Spinor gamma5(Spinor p) {
  return Spinor(scale(real(-1), p.s2), scale(real(-1), p.s3), scale(real(-1), p.s0), scale(real(-1), p.s1));
}

/// Returns (a + i b gamma5) p.
Spinor twisted(real a, real b, Spinor p) { return add(scale(a, p), scale(b, times_i(gamma5(p)))); }
