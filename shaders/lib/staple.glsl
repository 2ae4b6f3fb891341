// Staples of a link: V such that Re Tr(U_mu(x) V) is the sum of Re Tr over the loops through it, for the
// actions of the c1 family, beta/3 sum [c0 Re Tr(1-P) + c1 Re Tr(1-R)] with c0 = 1 - 8 c1. Each staple is a
// path from x + mu back to x. Needs GAUGE_IN or GAUGE_INOUT fields u_this (the parity of s) and u_other.
//
// Planes are taken in the order nu = mu ^ k, k = 1, 2, 3. Two directions then read their common links at the
// same time, which matters if the four links of a site share a workgroup. The loop is not unrolled: that is
// no slower on GPUs, and drivers compile it in a third of the time.

// Side of the link: forwards or backwards along nu.
const uint ABOVE = 1, BELOW = 2, BOTH_SIDES = 3;

/// Returns the staples of the plaquettes in the planes of mu with the first `directions` directions.
Su3 plaquette_staples(Site s, uint mu, uint directions, uint sides) {
  const uint here = s.index, ahead = shift(s, mu, 1);
  Su3 sum = Su3(real3x3(0), real3x3(0));
  [[dont_unroll]] for (uint k = 1; k < 4; ++k) {
    const uint nu = mu ^ k;
    if (nu < directions) {
      const uint above = shift(s, nu, 1), below = shift(s, nu, -1);
      // The staples are U_nu(x+mu) U_mu(x+nu)^+ U_nu(x)^+ and U_nu(x+mu-nu)^+ U_mu(x-nu)^+ U_nu(x-nu).
      if ((sides & ABOVE) != 0) {
        const Rows over =
            mul_adj(mul_adj(rows(u_other(nu, here + ahead)), u_other(mu, here + above)), u_this(nu, here));
        sum = add(sum, su3_of_rows(over));
      }
      if ((sides & BELOW) != 0) {
        const Rows corner = rows(adjoint(u_this(nu, here + ahead + below)));
        const Rows under = mul(mul_adj(corner, u_other(mu, here + below)), u_other(nu, here + below));
        sum = add(sum, su3_of_rows(under));
      }
    }
  }
  return sum;
}

Su3 plaquette_staples(Site s, uint mu, uint directions) {
  return plaquette_staples(s, mu, directions, BOTH_SIDES);
}

/// Returns all six staples.
Su3 plaquette_staples(Site s, uint mu) { return plaquette_staples(s, mu, 4); }

/// Returns c0 times the staples of the plaquettes plus c1 times those of the rectangles. A plaquette's staple
/// is A B C, three links. The three rectangles beyond it have one of them replaced by a staple, which saves a
/// third of the products: c0 A B C + c1 (A' B C + A B' C + A B C') = (c0 A + c1 A') (B C) + c1 A (B' C + B
/// C').
Su3 improved_staples(Site s, uint mu, real c0, real c1, uint sides) {
  const uint here = s.index;
  const uint m1 = here + shift(s, mu, 1), m2 = here + shift(s, mu, 2), behind = here + shift(s, mu, -1);
  Su3 sum = Su3(real3x3(0), real3x3(0));
  [[dont_unroll]] for (uint k = 1; k < 4; ++k) {
    const uint nu = mu ^ k;
    [[unroll]] for (uint side = 0; side < 2; ++side)
      if ((sides >> side & 1u) != 0) {
        const bool forward = side == 0;
        // These are the corners of the plaquette and the long rectangle along nu, and the starts of the links
        // between them.
        const uint corner = shift(s, nu, forward ? 1 : -1), far = shift(s, nu, forward ? 2 : -2);
        const uint first = forward ? 0 : corner, second = forward ? corner : far;
        Su3 a, c, c_next, a_next, c_last, a_far;
        if (forward) {
          a = u_other(nu, m1);
          c = u_this(nu, here);
          a_far = u_this(nu, m2);
          c_last = u_other(nu, behind);
          a_next = u_this(nu, m1 + second);
          c_next = u_other(nu, here + second);
        } else {
          a = adjoint(u_this(nu, m1 + first));
          c = adjoint(u_other(nu, here + first));
          a_far = adjoint(u_other(nu, m2 + first));
          c_last = adjoint(u_this(nu, behind + first));
          a_next = adjoint(u_other(nu, m1 + second));
          c_next = adjoint(u_this(nu, here + second));
        }
        const Su3 b = adjoint(u_other(mu, here + corner));
        const Rows a_prime = mul_adj(mul(rows(u_other(mu, m1)), a_far), u_this(mu, m1 + corner));
        const Rows b_prime = mul_adj(mul_adj(rows(a_next), u_this(mu, here + far)), c_next);
        const Rows c_prime =
            mul(mul_adj(rows(adjoint(u_this(mu, behind + corner))), c_last), u_other(mu, behind));
        const Su3 rest =
            add(su3_of_rows(mul_adj(b_prime, c)), su3_of_rows(mul(rows(b), su3_of_rows(c_prime))));
        const Su3 bc = su3_of_rows(mul_adj(rows(b), c));
        sum = add(sum, mul(add(scale(c0, a), scale(c1, su3_of_rows(a_prime))), bc));
        sum = add(sum, scale(c1, mul(a, rest)));
      }
  }
  return sum;
}

/// Returns the staples of the action, with rectangles or, if c1 is 0, without.
Su3 staples(Site s, uint mu, bool rectangles, real c0, real c1, uint sides) {
  Su3 v;
  if (rectangles) v = improved_staples(s, mu, c0, c1, sides);
  else v = scale(c0, plaquette_staples(s, mu, 4, sides));
  return v;
}

Su3 staples(Site s, uint mu, bool rectangles, real c0, real c1) {
  return staples(s, mu, rectangles, c0, c1, BOTH_SIDES);
}
