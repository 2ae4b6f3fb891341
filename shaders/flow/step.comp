#version 460
// variants: storage split double
// A stage of the Wilson or Symanzik flow; with keep = 0 it is also stout smearing.
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
MOMENTUM_INOUT(2, k)
GAUGE_OUT(3, moved)

#include "lib/staple.glsl"
#include "lib/flow.glsl"

void main() {
  const uint own = GRID_LINK_SITE, mu = GRID_LINK_MU;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Su3 u = u_this(mu, i);
  Algebra z = flow_force(site_at(i, args.parity), mu, u);
  if (args.keep != 0.0) z = add(z, scale(args.keep, k(mu, i)));
  k_put(mu, i, z);
  moved_put(mu, i, flowed(scale(args.move, z), u));
}
