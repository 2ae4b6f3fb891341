// An overrelaxed site, for kernels with RelaxArgs; see lib/gauge_fixing.glsl.

/// g brought to larger functional in the three subgroups, one after the other, and back to SU(3).
Su3 overrelaxed(Surroundings n, Su3 g) {
  [[unroll]] for (int k = 0; k < SUBGROUPS; ++k) {
    real4 a = best(n, k);
    if (args.power == 0) a = su2_power(a, args.omega);
    else a = su2_power_expanded(a, args.omega, args.power == 2);
    n = turned(n, a, k);
    g = su2_times(a, g, k);
  }
  return reunitarize(g);
}
