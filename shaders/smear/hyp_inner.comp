#version 460
// variants: storage double
// First step of HYP smearing (Hasenfratz and Knechtli, hep-lat/0103029): a link along mu with its two staples
// in the plane with eta alone.
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
layout(constant_id = CONSTANT_FLAG_2) const uint ETA_LOW = 0;
layout(constant_id = CONSTANT_FLAG_3) const uint ETA_HIGH = 0;
const uint mu = MU_LOW + 2 * MU_HIGH, eta = ETA_LOW + 2 * ETA_HIGH;

ARGUMENTS(SmearArgs)
GAUGE_IN(0, fat_this)
GAUGE_IN(1, fat_other)
GAUGE_OUT(2, smeared)

#include "lib/smear.glsl"

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Su3 staples = fat_staples(site_at(i, args.parity), mu, eta, mu, eta);
  smeared_put(
      args.slot, i,
      project_su3(add(scale(args.keep, fat_this(mu, i)), scale(args.staple, staples)), args.polar != 0));
}
