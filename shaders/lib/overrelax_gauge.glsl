// Overrelaxation of a site's gauge, for kernels with RelaxArgs; see lib/gauge_fixing.glsl.

/// Returns a step to the power omega, by the method of args.power.
real4 overrelaxed_step(real4 a) {
  if (args.power == 0) a = su2_power(a, args.omega);
  else a = su2_power_expanded(a, args.omega, args.power == 2);
  return a;
}

/// Returns g with a larger functional by steps in the three subgroups, one after the other, projected to
/// SU(3).
Su3 overrelaxed(Surroundings n, Su3 g) {
  [[unroll]] for (int k = 0; k < SUBGROUPS; ++k) {
    const real4 a = overrelaxed_step(best(n, k));
    n = turned(n, a, k);
    g = su2_times(a, g, k);
  }
  return reunitarize(g);
}
