// The field strength of a plane from clovers: F = sum w_mn (Q_mn - Q_mn^+) / 8i. Q_mn is the sum of the four
// m x n loops of the plane (mu, nu) that meet at a site. host/lattice/action_density.hpp has the weights and
// their sources. Include lib/path.glsl and lib/algebra.glsl before.
struct FieldStrength {
  Algebra f;       // F = sum_a f_a T_a + trace / 3
  real trace;  // trace of F; zero unless it is kept
  real plaquette;  // 2 Re tr(1 - P)
};

/// Returns the loop around a square, first along a, then along b.
Su3 square(Site s, uint a, bool a_forward, uint b, bool b_forward) {
  Su3 v = set_out(s, a, a_forward);
  v = walk(v, s, b, b_forward);
  v = walk(v, s, a, !a_forward);
  return walk(v, s, b, !b_forward);
}

/// Returns the loop around a rectangle, `m` links along a and `n` along b. The loop is not unrolled, because
/// it would be the largest shader of all.
Su3 rectangle(Site s, uint a, bool a_forward, uint m, uint b, bool b_forward, uint n) {
  Su3 v = su3_unit();
  for (uint leg = 0; leg < 4; ++leg) {
    const bool first = (leg & 1u) == 0, home = leg > 1;
    const uint count = first ? m : n;
    for (uint k = 0; k < count; ++k) v = walk(v, s, first ? a : b, (first ? a_forward : b_forward) != home);
  }
  return v;
}

/// Returns the sum of the four m x n loops, the mean of both orientations, times a weight. This loop is not
/// unrolled either.
Su3 large_clover(Site s, uint mu, uint nu, uint m, uint n, real weight) {
  Su3 sum = Su3(real3x3(0), real3x3(0));
  const uint loops = m == n ? 4 : 8;
  for (uint loop = 0; loop < loops; ++loop) {
    const uint corner = loop & 3u;
    // Loops 0 to 3 have m links along mu, loops 4 to 7 along nu.
    const bool odd = (corner & 1u) != 0, first_is_m = (loop < 4) != odd;
    sum = add(sum, rectangle(s, odd ? nu : mu, corner < 2, first_is_m ? m : n, odd ? mu : nu,
                             corner == 0 || corner == 3, first_is_m ? n : m));
  }
  return scale(m == n ? weight : real(0.5) * weight, sum);
}

/// Returns 2 Re tr(1 - P) as |1 - P|^2, which keeps its digits on smooth fields.
real plaquette_energy(Su3 p) {
  const Su3 d = sub(su3_unit(), p);
  return re_trace_mul_adj(d, d);
}

/// Weights are in units of 1 / denominator, as in args/clover.h: `share` for 1 x 1 loops, `large` for 2 x 2,
/// 3 x 3, 1 x 2 and 1 x 3.
FieldStrength field_strength(Site s, uint mu, uint nu, bool improved, int share, ivec4 large, int denominator,
                             bool keep_trace) {
  FieldStrength strength;
  const Su3 p = square(s, mu, true, nu, true);
  strength.plaquette = plaquette_energy(p);
  Su3 q = add(p, square(s, nu, true, mu, false));
  q = add(q, square(s, mu, false, nu, false));
  q = add(q, square(s, nu, false, mu, true));
  if (improved) {
    q = scale(real(share) / real(denominator), q);
    for (uint k = 0; k < 4; ++k) {
      if (large[k] == 0) continue;
      const uint m = k < 2 ? k + 2 : 1, n = k < 2 ? k + 2 : k;
      q = add(q, large_clover(s, mu, nu, m, n, real(large[k]) / real(denominator)));
    }
  }
  strength.f = scale(real(0.25), hermitian_part(q));
  strength.trace = keep_trace ? real(0.25) * trace(q).y : real(0);
  return strength;
}

/// Returns tr F G.
real trace_product(FieldStrength f, FieldStrength g) {
  return real(0.5) * (dot(f.f.a, g.f.a) + dot(f.f.b, g.f.b)) + f.trace * g.trace / real(3);
}
