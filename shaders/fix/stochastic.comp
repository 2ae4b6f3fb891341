#version 460
// variants: storage double
// Stochastic relaxation of the gauge (de Forcrand and Gupta, Nucl. Phys. B (Proc. Suppl.) 9 (1989) 516). It
// is fix/relax with the power 2, which does not change the functional, with probability `strength`, and the
// power 1 otherwise. Probability 1 makes the microcanonical sweeps of simulated annealing.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/philox.glsl"
#include "lib/su2.glsl"
#include "lib/su2_power.glsl"
#include "args/stochastic.h"

ARGUMENTS(StochasticArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
GAUGE_INOUT(2, g_this)
GAUGE_IN(3, g_other)

#include "lib/gauge_fixing.glsl"
SLICES_IN(4)

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Site s = site_at(i, args.parity);
  if (at_rest(s)) return;
  Su3 g = g_this(0, i);
  Surroundings n = surroundings(s, g);
  const uvec4 bits =
      philox(uvec4(global_index(s), 0, args.step, args.stream), uvec2(args.seed_low, args.seed_high));
  [[unroll]] for (int k = 0; k < SUBGROUPS; ++k) {
    real4 a = best(n, k);
    if (uniform_of(bits[k]) < float(args.strength)) a = su2_square(a);
    n = turned(n, a, k);
    g = su2_times(a, g, k);
  }
  g_this_put(0, i, reunitarize(g));
}
