#version 460
// variants: storage split sum double
// Polyakov loops: the product of the links along the lines of direction mu that start where that coordinate
// is 0, as a site field over the other three directions; and the sum of their traces (component 0 real, 1
// imaginary part).
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/reduce.glsl"
#include "lib/site_field.glsl"
#include "args/direction.h"

ARGUMENTS(DirectionArgs)
GAUGE_IN(0, u_here)   // even
GAUGE_IN(1, u_there)  // odd
SITE_FIELD_OUT(2, loops)
PARTIALS_OUT(3)

#include "lib/path.glsl"

/// Site number i, counted lexicographically, of the slice where coordinate mu is 0.
Site slice_site(uint i, uint mu) {
  uvec4 c = uvec4(0);
  for (uint nu = 0; nu < 4; ++nu) {
    if (nu != mu) {
      c[nu] = i % extent(nu);
      i /= extent(nu);
    }
  }
  return site_of(c, 0);
}

void main() {
  Sum re = sum_zero(), im = sum_zero();
  const uint length = extent(args.mu), count = 2 * SITES / length;
  for (uint i = GRID_FIRST; i < count; i += GRID_STRIDE) {
    Site s = slice_site(i, args.mu);
    Su3 loop = set_out(s, args.mu, true);
    for (uint n = 1; n < length; ++n) loop = walk(loop, s, args.mu, true);
    loops_put(i, count, loop);
    const cplx tr = trace(loop);
    re = sum_add(re, sum_of(tr.x));
    im = sum_add(im, sum_of(tr.y));
  }
  put_partial(0, re);
  put_partial(1, im);
}
