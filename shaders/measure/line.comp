#version 460
// variants: storage double
// Makes the transporters along the straight lines of one direction a link longer: longer(x) = U_mu(x) line(x
// + mu).
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "args/line.h"

// The first link of a line: there is no `line` yet.
layout(constant_id = CONSTANT_FLAG_0) const uint FIRST = 0;

ARGUMENTS(LineArgs)
GAUGE_IN(0, u_here)
GAUGE_IN(1, line_there)
GAUGE_OUT(2, longer)

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  Su3 m = u_here(args.mu, i);
  if (FIRST == 0) m = mul(m, line_there(0, up(site_at(i, args.parity), args.mu).index));
  longer_put(0, i, m);
}
