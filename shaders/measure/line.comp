#version 460
// variants: storage double
// Lengthens the transporters along the straight lines of one direction by a link: longer(x) = U_mu(x) line(x
// + mu). Or it shifts those of any direction: longer(x) = line(x + mu).
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "args/line.h"

// With FIRST it is the first link of a line, and `line` is unused.
layout(constant_id = CONSTANT_FLAG_0) const uint FIRST = 0;
layout(constant_id = CONSTANT_FLAG_1) const uint ALONG = 0;

ARGUMENTS(LineArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, line_other)
GAUGE_OUT(2, longer)

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  if (ALONG != 0) {
    // Texels are copied as stored: a matrix of 8 reals would be rounded differently.
    const uint from = up(site_at(i, args.parity), args.mu).index;
    for (uint k = 0; k < RECONSTRUCT_WHOLE; ++k) longer_put_part(0, k, i, line_other_part(0, k, from));
    if (RECONSTRUCT == 18) longer_put_last(0, i, line_other_last(0, from));
  } else {
    Su3 m = u_this(args.link, i);
    if (FIRST == 0) m = mul(m, line_other(0, up(site_at(i, args.parity), args.mu).index));
    longer_put(0, i, m);
  }
}
