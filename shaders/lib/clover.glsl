// The field strength of a plane from clovers: F = sum_m w_m (Q_m - Q_m^+) / 8i, Q_m the sum of the four m x m
// loops of the plane (mu, nu) that meet at a site. Weights and their sources: host/reference/clover.hpp.
// Wants lib/path.glsl, lib/algebra.glsl.
struct FieldStrength {
  Algebra f;       // F = sum_a f_a T_a + trace / 3
  real trace;      // of F, not zero only where it is to be kept
  real plaquette;  // 2 Re tr(1 - P)
};

/// Around a square, first along a, then along b.
Su3 square(Site s, uint a, bool a_forward, uint b, bool b_forward) {
  Su3 v = set_out(s, a, a_forward);
  v = walk(v, s, b, b_forward);
  v = walk(v, s, a, !a_forward);
  return walk(v, s, b, !b_forward);
}

/// The same around a square of `size` links a side: a loop at run time, since unrolled it would be the
/// largest shader of all.
Su3 square(Site s, uint a, bool a_forward, uint b, bool b_forward, uint size) {
  Su3 v = su3_unit();
  for (uint leg = 0; leg < 4; ++leg) {
    const bool first = (leg & 1u) == 0, home = leg > 1;
    for (uint n = 0; n < size; ++n) v = walk(v, s, first ? a : b, (first ? a_forward : b_forward) != home);
  }
  return v;
}

/// The sum of the four loops of `size` > 1 links a side, times a weight: one after the other at run time too.
Su3 large_clover(Site s, uint mu, uint nu, uint size, real weight) {
  Su3 sum = Su3(real3x3(0), real3x3(0));
  for (uint corner = 0; corner < 4; ++corner) {
    const bool odd = (corner & 1u) != 0;
    sum = add(sum, square(s, odd ? nu : mu, corner < 2, odd ? mu : nu, corner == 0 || corner == 3, size));
  }
  return scale(weight, sum);
}

/// 2 Re tr(1 - P) as |1 - P|^2, which keeps its digits on smooth fields.
real plaquette_energy(Su3 p) {
  const Su3 d = sub(su3_unit(), p);
  return re_trace_mul_adj(d, d);
}

/// `improvement` 0, 1, 2: up to O(a^2), O(a^4), O(a^6).
FieldStrength field_strength(Site s, uint mu, uint nu, uint improvement, bool keep_trace) {
  FieldStrength strength;
  const Su3 p = square(s, mu, true, nu, true);
  strength.plaquette = plaquette_energy(p);
  Su3 q = add(p, square(s, nu, true, mu, false));
  q = add(q, square(s, mu, false, nu, false));
  q = add(q, square(s, nu, false, mu, true));
  if (improvement == 1) {
    q = add(scale(real(4) / real(3), q), large_clover(s, mu, nu, 2, real(-1) / real(12)));
  } else if (improvement == 2) {
    q = add(scale(real(1.5), q), large_clover(s, mu, nu, 2, real(-3) / real(20)));
    q = add(q, large_clover(s, mu, nu, 3, real(1) / real(90)));
  }
  strength.f = scale(real(0.25), hermitian_part(q));
  strength.trace = keep_trace ? real(0.25) * trace(q).y : real(0);
  return strength;
}

/// tr F G
real trace_product(FieldStrength f, FieldStrength g) {
  return real(0.5) * (dot(f.f.a, g.f.a) + dot(f.f.b, g.f.b)) + f.trace * g.trace / real(3);
}
