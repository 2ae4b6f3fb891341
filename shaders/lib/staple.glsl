// Staples of a link: V such that Re Tr(U_mu(x) V) is the sum of Re Tr over the loops through it, for the actions of the
// c1 family, beta/3 sum [c0 Re Tr(1-P) + c1 Re Tr(1-R)] with c0 = 1 - 8 c1. Each staple is a path from x + mu back to x.

/// The six staples of the plaquettes.
Su3 plaquette_staples(Site s, uint mu) {
  const Site start = up(s, mu);
  Su3 sum = Su3(real3x3(0), real3x3(0));
  [[unroll]] for (uint nu = 0; nu < 4; ++nu) {
    if (nu != mu) {
      [[unroll]] for (uint side = 0; side < 2; ++side) {
        const bool forward = side == 0;
        Site at = start;
        Su3 v = set_out(at, nu, forward);
        v = walk(v, at, mu, false);
        sum = add(sum, walk(v, at, nu, !forward));
      }
    }
  }
  return sum;
}

/// The eighteen staples of the 2 x 1 rectangles. Not unrolled: ninety links' worth of code takes drivers many seconds to compile.
Su3 rectangle_staples(Site s, uint mu) {
  const Site start = up(s, mu);
  Su3 sum = Su3(real3x3(0), real3x3(0));
  [[dont_unroll]] for (uint nu = 0; nu < 4; ++nu) {
    if (nu != mu) {
      [[dont_unroll]] for (uint side = 0; side < 2; ++side) {
        const bool forward = side == 0;
        // long in mu, the link is its first half
        Site at = start;
        Su3 v = set_out(at, mu, true);
        v = walk(v, at, nu, forward);
        v = walk(v, at, mu, false);
        v = walk(v, at, mu, false);
        sum = add(sum, walk(v, at, nu, !forward));
        // long in mu, the link is its second half
        at = start;
        v = set_out(at, nu, forward);
        v = walk(v, at, mu, false);
        v = walk(v, at, mu, false);
        v = walk(v, at, nu, !forward);
        sum = add(sum, walk(v, at, mu, true));
        // long in nu
        at = start;
        v = set_out(at, nu, forward);
        v = walk(v, at, nu, forward);
        v = walk(v, at, mu, false);
        v = walk(v, at, nu, !forward);
        sum = add(sum, walk(v, at, nu, !forward));
      }
    }
  }
  return sum;
}
