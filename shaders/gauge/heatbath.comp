#version 460
// variants: storage split double
// Pseudo-heatbath of Cabibbo and Marinari (Phys. Lett. 119B (1982) 387): a link U is multiplied by elements of three SU(2)
// subgroups, each drawn from exp(beta/3 Re Tr(U V)) with V the staples of the action. Links of one direction at sites of one
// parity and, with rectangles, of one colour.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/philox.glsl"
#include "lib/su2.glsl"
#include "lib/su2_heatbath.glsl"
#include "lib/coloring.glsl"
#include "args/heatbath.h"

// The direction, as two flags: all four at once would hold thirty links in registers.
layout(constant_id = 11) const uint MU_LOW = 0;
layout(constant_id = 12) const uint MU_HIGH = 0;
layout(constant_id = 13) const uint RECTANGLES = 0;
const uint mu = MU_LOW + 2 * MU_HIGH;

ARGUMENTS(HeatbathArgs)
GAUGE_INOUT(0, u_here)
GAUGE_IN(1, u_there)

#include "lib/staple.glsl"
#include "lib/lanes.glsl"
#include "lib/shared_staples.glsl"

// Draws of a link: 16 for the attempts of each subgroup, then the azimuths of all three.
const uint DRAWS = 64, SUBGROUP_DRAWS = 16, AZIMUTHS = 48;

void main() {
  const uint i = lane_site();
  const Site s = site_at(min(i, SITES - 1), args.parity);
  const bool wanted = i < SITES && (RECTANGLES == 0 || rectangle_color(s, mu) == args.color);
  const Su3 v = shared_staples(wanted, s, mu, RECTANGLES != 0, args.c0, args.c1);
  if (lane() != 0 || !wanted) return;
  Su3 u = u_here(mu, i), w = mul(u, v);
  const uvec2 key = uvec2(args.seed_low, args.seed_high);
  uvec4 counter = uvec4(global_index(s), mu * DRAWS + AZIMUTHS, args.step, args.stream);
  const uvec4 azimuths = philox(counter, key);
  [[unroll]] for (int g = 0; g < SUBGROUPS; ++g) {
    counter.y = mu * DRAWS + g * SUBGROUP_DRAWS;
    const real4 a = su2_heatbath(su2_part(w, g), of_subgroup(g, azimuths), counter, key);
    u = su2_times(a, u, g);
    w = su2_times(a, w, g);
  }
  u_here_put(mu, i, u);
}
