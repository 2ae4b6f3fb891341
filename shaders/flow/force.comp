#version 460
// variants: storage double
// eps Z of the Symanzik flow on the links of one direction, which the Zeuthen flow then improves.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/algebra.glsl"
#include "args/flow.h"

ARGUMENTS(FlowArgs)
GAUGE_IN(0, u_here)
GAUGE_IN(1, u_there)
MOMENTUM_OUT(2, z)

#include "lib/path.glsl"
#include "lib/staple.glsl"
#include "lib/flow.glsl"

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= SITES) return;
  z_put(mu, i, flow_force(site_at(i, args.parity), u_here(mu, i)));
}
