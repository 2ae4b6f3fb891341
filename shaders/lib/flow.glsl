// The force of the gradient flow. Include lib/staple.glsl before.
layout(constant_id = CONSTANT_FLAG_0) const uint RECTANGLES = 0;
// time links stay fixed, and no staples go into time
layout(constant_id = CONSTANT_FLAG_1) const uint SPATIAL = 0;
const uint STAPLE_DIRECTIONS = SPATIAL != 0 ? 3 : 4;

/// Returns eps Z, Z = -(W - W^+)/2 + trace, W = U V. The coefficients of Z / i are minus those of
/// hermitian_part. The sign is applied to the staples, because a driver loses doubles that are negated and
/// stored at once (docs/drivers.md).
Algebra flow_force(Site s, uint mu, Su3 u) {
  Su3 v;
  if (RECTANGLES != 0) v = improved_staples(s, mu, -args.c0, -args.c1, BOTH_SIDES);
  else v = scale(mu < STAPLE_DIRECTIONS ? -args.c0 : real(0), plaquette_staples(s, mu, STAPLE_DIRECTIONS));
  return hermitian_part(mul(u, v));
}

/// Returns exp(i k) u, projected to SU(3) against rounding.
Su3 flowed(Algebra k, Su3 u) { return reunitarize(mul(exp_i(su3_of_algebra(k)), u)); }
