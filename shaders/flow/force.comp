#version 460
// variants: storage split double
// Computes eps Z of the Symanzik flow, which the Zeuthen flow then improves.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/algebra.glsl"
#include "args/flow.h"

ARGUMENTS(FlowArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
MOMENTUM_OUT(2, z)

#include "lib/staple.glsl"
#include "lib/flow.glsl"

void main() {
  const uint own = GRID_LINK_SITE, mu = GRID_LINK_MU;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  z_put(mu, i, flow_force(site_at(i, args.parity), mu, u_this(mu, i)));
}
