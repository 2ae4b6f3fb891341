// Staples of a link: V such that Re Tr(U_mu(x) V) is the sum of Re Tr over the loops through it, for the actions of the
// c1 family, beta/3 sum [c0 Re Tr(1-P) + c1 Re Tr(1-R)] with c0 = 1 - 8 c1. Each staple is a path from x + mu back to x.

/// The staples of the plaquettes in the planes of mu with the first `directions` directions.
Su3 plaquette_staples(Site s, uint mu, uint directions) {
  const Site start = up(s, mu);
  Su3 sum = Su3(real3x3(0), real3x3(0));
  [[dont_unroll]] for (uint nu = 0; nu < 4; ++nu) {
    if (nu != mu && nu < directions) {
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

/// All six.
Su3 plaquette_staples(Site s, uint mu) { return plaquette_staples(s, mu, 4); }

/// The eighteen staples of the 2 x 1 rectangles. Not unrolled: ninety links' worth of code takes drivers many seconds to
/// compile.
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

/// Three links that end one step along mu (or against it) from s: along nu, the step, back along nu.
Su3 staple(Site s, uint mu, bool mu_forward, uint nu, bool nu_forward) {
  Su3 v = set_out(s, nu, nu_forward);
  v = walk(v, s, mu, mu_forward);
  return walk(v, s, nu, !nu_forward);
}

/// c0 times the staples of the plaquettes plus c1 times those of the rectangles. A plaquette's staple is A B C, three links;
/// the three rectangles beyond it have one of them replaced by a staple of its own, which saves a third of the products:
/// c0 A B C + c1 (A' B C + A B' C + A B C') = (c0 A + c1 A') (B C) + c1 A (B' C + B C').
Su3 improved_staples(Site s, uint mu, real c0, real c1) {
  const Site start = up(s, mu);
  Su3 sum = Su3(real3x3(0), real3x3(0));
  // One plane after the other, as a loop: unrolled, its links overflow the registers and drivers take seconds to compile it.
  [[dont_unroll]] for (uint nu = 0; nu < 4; ++nu) {
    if (nu != mu) {
      [[unroll]] for (uint side = 0; side < 2; ++side) {
        const bool forward = side == 0;
        const Site corner = step(start, nu, forward), last = down(corner, mu);
        Site at = start;
        const Su3 a = set_out(at, nu, forward);
        const Su3 b = set_out(at, mu, false);
        const Su3 c = set_out(at, nu, !forward);
        const Su3 outer_a = add(scale(c0, a), scale(c1, staple(start, nu, forward, mu, true)));
        const Su3 rest = add(mul(staple(corner, mu, false, nu, forward), c), mul(b, staple(last, nu, !forward, mu, false)));
        sum = add(sum, add(mul(outer_a, mul(b, c)), scale(c1, mul(a, rest))));
      }
    }
  }
  return sum;
}
