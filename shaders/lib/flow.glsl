// The force of the gradient flow. Wants lib/staple.glsl.
layout(constant_id = CONSTANT_FLAG_0) const uint RECTANGLES = 0;
layout(constant_id = CONSTANT_FLAG_1) const uint SPATIAL = 0;  // time links stay, no staples into time
const uint STAPLE_DIRECTIONS = SPATIAL != 0 ? 3 : 4;

/// eps Z, Z = -(W - W^+)/2 + trace, W = U V: the coefficients of Z / i are minus those of hermitian_part. The
/// sign is the staples': a driver loses doubles that are negated and stored at once (host/gpu/DRIVERS.md).
Algebra flow_force(Site s, uint mu, Su3 u) {
  Su3 v;
  if (RECTANGLES != 0) v = improved_staples(s, mu, -args.c0, -args.c1, BOTH_SIDES);
  else v = scale(mu < STAPLE_DIRECTIONS ? -args.c0 : real(0), plaquette_staples(s, mu, STAPLE_DIRECTIONS));
  return hermitian_part(mul(u, v));
}

/// exp(i k) u, brought back to SU(3) against rounding.
Su3 flowed(Algebra k, Su3 u) { return reunitarize(mul(exp_i_of_any(su3_of_algebra(k)), u)); }
