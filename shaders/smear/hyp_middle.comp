#version 460
// variants: storage double
// Second step of HYP smearing: a link along mu with the staples of the two planes that avoid nu. The staples
// consist of links from the first step that avoid nu too, with staples along the one direction left.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/project.glsl"
#include "args/smear.h"

// Both directions are given by two flags each.
layout(constant_id = CONSTANT_FLAG_0) const uint MU_LOW = 0;
layout(constant_id = CONSTANT_FLAG_1) const uint MU_HIGH = 0;
layout(constant_id = CONSTANT_FLAG_2) const uint NU_LOW = 0;
layout(constant_id = CONSTANT_FLAG_3) const uint NU_HIGH = 0;
const uint mu = MU_LOW + 2 * MU_HIGH, nu = NU_LOW + 2 * NU_HIGH;

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
  [[unroll]] for (uint rho = 0; rho < 4; ++rho)
    if (rho != mu && rho != nu) {
      const uint left = 6 - mu - nu - rho;  // the four directions add up to 0 + 1 + 2 + 3
      sum = add(sum, scale(args.staple, fat_staples(s, mu, rho, slot_of(mu, left), slot_of(rho, left))));
    }
  smeared_put(args.slot, i, project_su3(sum, args.polar != 0));
}
