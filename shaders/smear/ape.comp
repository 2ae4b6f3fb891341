#version 460
// variants: storage double
// APE smearing of the links of one direction: P[keep U + staple sum of the staples] (Albanese et al., 1987).
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
layout(constant_id = CONSTANT_FLAG_2) const uint SPATIAL = 0;  // nonzero: no staples go into time
const uint mu = MU_LOW + 2 * MU_HIGH;

ARGUMENTS(SmearArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
GAUGE_OUT(2, smeared)

#include "lib/path.glsl"
#include "lib/staple.glsl"

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  Su3 sum = scale(args.keep, u_this(mu, i));
  if (args.staple != 0.0)  // staples are paths from x + mu back to x
    sum = add(sum, scale(args.staple,
                         adjoint(plaquette_staples(site_at(i, args.parity), mu, SPATIAL != 0 ? 3 : 4))));
  smeared_put(args.slot, i, project_su3(sum, args.polar != 0));
}
