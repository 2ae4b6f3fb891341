#version 460
// variants: storage split double
// Microcanonical overrelaxation (Creutz, Phys. Rev. D 36 (1987) 515): in each of three SU(2) subgroups a link
// is reflected about the direction of its staples, which keeps the action. A launch updates links as in
// gauge/heatbath.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/su2.glsl"
#include "lib/coloring.glsl"
#include "args/overrelax.h"

layout(constant_id = CONSTANT_DIRECTION_LOW) const uint MU_LOW = 0;
layout(constant_id = CONSTANT_DIRECTION_HIGH) const uint MU_HIGH = 0;
layout(constant_id = CONSTANT_FLAG_2) const uint RECTANGLES = 0;
const uint mu = MU_LOW + 2 * MU_HIGH;

ARGUMENTS(OverrelaxArgs)
GAUGE_INOUT(0, u_this)
GAUGE_IN(1, u_other)

#include "lib/staple.glsl"
#include "lib/threads_per_site.glsl"
#include "lib/shared_staples.glsl"

/// Reflects in a subgroup and multiplies w, the link times its staples, by the element.
real4 reflect_in(inout Su3 w, int subgroup) {
  const real4 a = su2_reflection(su2_part(w, subgroup));
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
  // The link stays in memory, as in gauge/heatbath.
  const real4 a0 = reflect_in(w, 0), a1 = reflect_in(w, 1), a2 = reflect_in(w, 2);
  const Su3 u = u_this(mu, index_after(a2, i));
  u_this_put(mu, i, su2_times(a2, su2_times(a1, su2_times(a0, u, 0), 1), 2));
}
