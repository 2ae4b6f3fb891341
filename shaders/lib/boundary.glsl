// The boundary factor of a fermion on the link from s to s + mu: a sign, or a phase if the boundary has
// twists. Needs `args` with phases.
layout(constant_id = CONSTANT_FLAG_3) const uint PHASES = 0;

cplx boundary_phase(Site s, uint mu) {
  cplx phase;
  if (mu == 0) phase = cplx(args.phase_x_re, args.phase_x_im);
  else if (mu == 1) phase = cplx(args.phase_y_re, args.phase_y_im);
  else if (mu == 2) phase = cplx(args.phase_z_re, args.phase_z_im);
  else phase = cplx(args.phase_t_re, args.phase_t_im);
  const uint coordinate = mu == 0 ? s.x : mu == 1 ? s.y : mu == 2 ? s.z : s.t;
  return coordinate == extent(mu) - 1 ? phase : cplx(1, 0);
}

/// Returns the factor of a hop over the link from s: from s + mu to s, or its conjugate for the opposite hop.
cplx hop_factor(Site s, uint mu, bool forward) {
  cplx factor;
  if (PHASES == 0) {
    factor = cplx(boundary_sign(s, mu), 0);
  } else {
    factor = boundary_phase(s, mu);
    if (!forward) factor.y = -factor.y;
  }
  return factor;
}

/// Returns factor * c; a sign costs one real multiplication.
Colour times_factor(cplx factor, Colour c) {
  Colour r;
  if (PHASES == 0) r = scale(factor.x, c);
  else r = Colour(factor.x * c.re - factor.y * c.im, factor.x * c.im + factor.y * c.re);
  return r;
}
