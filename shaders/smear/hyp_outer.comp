#version 460
// variants: storage double
// Last step of HYP smearing: a link along mu with the staples of its three planes. The staples consist of
// links from the second step that avoid the plane, so no staple leaves the hypercubes at the link.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/project.glsl"
#include "args/smear.h"

// The direction is given by two flags.
layout(constant_id = CONSTANT_FLAG_0) const uint MU_LOW = 0;
layout(constant_id = CONSTANT_FLAG_1) const uint MU_HIGH = 0;
const uint mu = MU_LOW + 2 * MU_HIGH;

ARGUMENTS(SmearArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, fat_this)
GAUGE_IN(2, fat_other)
GAUGE_OUT(3, smeared)

#include "lib/smear.glsl"

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Site s = site_at(i, args.parity);
  Su3 sum = scale(args.keep, u_this(mu, i));
  [[unroll]] for (uint nu = 0; nu < 4; ++nu)
    if (nu != mu)
      sum = add(sum, scale(args.staple, fat_staples(s, mu, nu, slot_of(mu, nu), slot_of(nu, mu))));
  smeared_put(args.slot, i, project_su3(sum, args.polar != 0));
}
