#version 460
// variants: storage split double
// Microcanonical overrelaxation: in each of three SU(2) subgroups a link goes to the far side of its staples'
// direction, where the action is the same (Creutz, Phys. Rev. D 36 (1987) 515). Links as in gauge/heatbath.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/su2.glsl"
#include "lib/coloring.glsl"
#include "args/overrelax.h"

layout(constant_id = CONSTANT_FLAG_0) const uint MU_LOW = 0;
layout(constant_id = CONSTANT_FLAG_1) const uint MU_HIGH = 0;
layout(constant_id = CONSTANT_FLAG_2) const uint RECTANGLES = 0;
const uint mu = MU_LOW + 2 * MU_HIGH;

ARGUMENTS(OverrelaxArgs)
GAUGE_INOUT(0, u_here)
GAUGE_IN(1, u_there)

#include "lib/staple.glsl"
#include "lib/lanes.glsl"
#include "lib/shared_staples.glsl"

void main() {
  const uint own = lane_site(), i = memory_site(min(own, SITES - 1));
  const Site s = site_at(i, args.parity);
  const bool wanted = own < SITES && (RECTANGLES == 0 || rectangle_color(s, mu) == args.color);
  const Su3 v = shared_staples(wanted, s, mu, RECTANGLES != 0, args.c0, args.c1);
  if (lane() != 0 || !wanted) return;
  Su3 u = u_here(mu, i), w = mul(u, v);
  [[unroll]] for (int g = 0; g < SUBGROUPS; ++g) {
    const real4 a = su2_reflection(su2_part(w, g));
    u = su2_times(a, u, g);
    w = su2_times(a, w, g);
  }
  u_here_put(mu, i, u);
}
