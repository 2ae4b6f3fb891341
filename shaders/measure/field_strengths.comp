#version 460
// variants: storage split double
// Computes the field strength of every plane at the sites of one parity, without its trace, F = sum_a f_a
// T_a. Planes 0-2 are (y, z), (z, x), (x, y), planes 3-5 are (x, t), (y, t), (z, t).
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/algebra.glsl"
#include "args/clover.h"

layout(constant_id = CONSTANT_FLAG_0) const uint IMPROVED = 0;  // nonzero: loops other than 1 x 1 too

ARGUMENTS(CloverArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
MOMENTUM_OUT(2, f)

#include "lib/path.glsl"
#include "lib/clover.glsl"

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Site s = site_at(i, args.parity);
  const ivec4 large = ivec4(args.share_22, args.share_33, args.share_12, args.share_13);
  // This loop is not unrolled: six planes at once would need too many registers.
  for (uint plane = 0; plane < 6; ++plane) {
    const uint mu = plane < 3 ? (plane + 1) % 3 : plane - 3, nu = plane < 3 ? (plane + 2) % 3 : 3;
    f_put(plane, i,
          field_strength(s, mu, nu, IMPROVED != 0, args.share_11, large, args.denominator, false).f);
  }
}
