// The force of the gradient flow on the links of one direction. Wants lib/path.glsl and lib/staple.glsl.

// The direction, as two flags: all four at once would hold thirty links in registers.
layout(constant_id = 11) const uint MU_LOW = 0;
layout(constant_id = 12) const uint MU_HIGH = 0;
layout(constant_id = 13) const uint RECTANGLES = 0;
layout(constant_id = 14) const uint SPATIAL = 0;  // no staples into time
const uint mu = MU_LOW + 2 * MU_HIGH;
const uint STAPLE_DIRECTIONS = SPATIAL != 0 ? 3 : 4;

/// eps Z, Z = -(W - W^+)/2 + trace, W = U V: the coefficients of Z / i are minus those of hermitian_part.
Algebra flow_force(Site s, Su3 u) {
  Su3 v;
  if (RECTANGLES != 0) v = improved_staples(s, mu, args.c0, args.c1);
  else v = scale(args.c0, plaquette_staples(s, mu, STAPLE_DIRECTIONS));
  return scale(real(-1), hermitian_part(mul(u, v)));
}

/// exp(i k) u, brought back to SU(3) against rounding.
Su3 flowed(Algebra k, Su3 u) { return reunitarize(mul(exp_i(su3_of_algebra(k)), u)); }
