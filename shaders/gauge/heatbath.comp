#version 460
// variants: storage split double
// Pseudo-heatbath of Cabibbo and Marinari (Phys. Lett. 119B (1982) 387). A link U is multiplied by elements
// of three SU(2) subgroups, each drawn from exp(beta/3 Re Tr(U V)), where V is the sum of the action's
// staples. A launch updates links of one direction at sites of one parity and, with rectangles, of one
// colour.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/philox.glsl"
#include "lib/draws.glsl"
#include "lib/su2.glsl"
#include "lib/su2_heatbath.glsl"
#include "lib/coloring.glsl"
#include "args/heatbath.h"

// The direction is given by two flags, because code for all four would keep thirty links in registers.
layout(constant_id = CONSTANT_DIRECTION_LOW) const uint MU_LOW = 0;
layout(constant_id = CONSTANT_DIRECTION_HIGH) const uint MU_HIGH = 0;
layout(constant_id = CONSTANT_FLAG_2) const uint RECTANGLES = 0;
const uint mu = MU_LOW + 2 * MU_HIGH;

ARGUMENTS(HeatbathArgs)
GAUGE_INOUT(0, u_this)
GAUGE_IN(1, u_other)

#include "lib/staple.glsl"
#include "lib/threads_per_site.glsl"
#include "lib/shared_staples.glsl"

// The draws of a link are 16 for the attempts of each subgroup, then the azimuths of all three.
const uint DRAWS = 64, SUBGROUP_DRAWS = 16, AZIMUTHS = 48;

/// Draws a new element of a subgroup and multiplies w, the link times its staples, by it.
real4 heat(inout Su3 w, uint site, int subgroup, Draw azimuth) {
  const uvec4 counter = uvec4(site, mu * DRAWS + subgroup * SUBGROUP_DRAWS, args.step, args.stream);
  const real4 a = su2_heatbath(su2_part(w, subgroup), azimuth, counter, uvec2(args.seed_low, args.seed_high));
  w = su2_times(a, w, subgroup);
  return a;
}

void main() {
  const uint own = group_site(), i = group_result(own);
  const Site s = site_at(group_place(own), args.parity);
  const bool wanted = own < SITES && (RECTANGLES == 0 || rectangle_color(s, mu) == args.color) &&
                      !is_frozen(s, mu, args.frozen_every, args.frozen_at);
  const Su3 v = shared_staples(wanted, s, mu, RECTANGLES != 0, args.c0, args.c1);
  if (site_thread() != 0 || !wanted) return;
  Su3 w = mul(u_this(mu, i), v);
  const uint site = global_index(s);
  const Draws azimuths = philox_draws(uvec4(site, mu * DRAWS + AZIMUTHS, args.step, args.stream),
                                      uvec2(args.seed_low, args.seed_high));
  // This is no loop: spirv-opt does not unroll one that contains another, and neither do some drivers. The
  // link stays in memory: with it in registers too, a quarter fewer workgroups of doubles are resident.
  const real4 a0 = heat(w, site, 0, DRAW(azimuths, x));
  const real4 a1 = heat(w, site, 1, DRAW(azimuths, y));
  const real4 a2 = heat(w, site, 2, DRAW(azimuths, z));
  const Su3 u = u_this(mu, index_after(a2, i));
  u_this_put(mu, i, su2_times(a2, su2_times(a1, su2_times(a0, u, 0), 1), 2));
}
