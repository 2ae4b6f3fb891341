#version 460
// variants: storage double
// Simulated annealing of the gauge: in each of three SU(2) subgroups an element is drawn from exp(F / T). F
// is the site's part of the functional (lib/gauge_fixing.glsl) without any factor, and `strength` = 1/T.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/philox.glsl"
// 32 bits suffice in every precision: annealing only searches for a maximum.
#define DRAW_BITS 32
#include "lib/draws.glsl"
#include "lib/su2.glsl"
#include "lib/su2_heatbath.glsl"
#include "args/stochastic.h"

ARGUMENTS(StochasticArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
GAUGE_INOUT(2, g_this)
GAUGE_IN(3, g_other)

#include "lib/gauge_fixing.glsl"
SLICES_IN(4)

// The draws of a site are 16 for the attempts of each subgroup, then the azimuths of all three.
const uint SUBGROUP_DRAWS = 16, AZIMUTHS = 48;

/// The functional depends on the direction n to which the subgroup's element rotates the z axis, as h.n +
/// const. Draws n around h with density exp(h.n / T); the element is the shortest rotation to n.
real4 abelian_heatbath(real3 h, Draw height, Draw azimuth) {
  const float kappa = max(float(args.strength * length(h)), 1e-15);
  // minus_log_one_minus gives 1 - cos of the angle to h.
  const float drawn = minus_log_one_minus(uniform_of(height) * one_minus_exp(2.0 * kappa)) / kappa;
  const float delta = clamp(drawn, 0.0, 2.0);
  const real4 b = as_unit(real4(sqrt(1.0 - 0.5 * delta), sqrt(0.5 * delta) * cos_sin_uniform(azimuth), 0.0));
  return su2_mul(b, abelian_best(h));
}

/// Draws a new element of a subgroup and multiplies the site's surroundings by it.
real4 heat(inout Surroundings n, uint site, int subgroup, Draw azimuth) {
  const uvec2 key = uvec2(args.seed_low, args.seed_high);
  const uvec4 counter = uvec4(site, subgroup * SUBGROUP_DRAWS, args.step, args.stream);
  real4 a;
  if (GAUGE == MAXIMALLY_ABELIAN)
    a = abelian_heatbath(abelian_field(n, subgroup_first(subgroup), subgroup_second(subgroup)),
                         DRAW(philox_draws(counter, key), x), azimuth);
  else
    a = su2_heatbath(real(2) * args.strength * su2_part(n.a, subgroup), azimuth, counter, key);
  n = turned(n, a, subgroup);
  return a;
}

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Site s = site_at(i, args.parity);
  if (at_rest(s)) return;
  Surroundings n = surroundings(s, g_this(0, i));
  const uint site = global_index(s);
  const Draws azimuths =
      philox_draws(uvec4(site, AZIMUTHS, args.step, args.stream), uvec2(args.seed_low, args.seed_high));
  // This is no loop: spirv-opt does not unroll one that contains another, and neither do some drivers. The
  // transformation stays in memory meanwhile, because doubles leave few registers.
  const real4 a0 = heat(n, site, 0, DRAW(azimuths, x));
  const real4 a1 = heat(n, site, 1, DRAW(azimuths, y));
  const real4 a2 = heat(n, site, 2, DRAW(azimuths, z));
  const Su3 g = g_this(0, index_after(a2, i));
  g_this_put(0, i, reunitarize(su2_times(a2, su2_times(a1, su2_times(a0, g, 0), 1), 2)));
}
