#version 460
// variants: storage split double
// The density of action and charge from one pair of dual planes, (j, k) and (i, t) with (i, j, k) cyclic: a
// texel of (tr F_it^2, tr F_jk^2, charge, 2 Re tr(1 - P) of both planes). Three dispatches, i = 0, 1, 2, add
// up to the whole density.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/algebra.glsl"
#include "args/clover.h"

// A dispatch has one pair, because all six planes at once do not fit into registers.
layout(constant_id = CONSTANT_FLAG_0) const uint PAIR_LOW = 0;
layout(constant_id = CONSTANT_FLAG_1) const uint PAIR_HIGH = 0;
layout(constant_id = CONSTANT_FLAG_2) const uint IMPROVED = 0;  // nonzero: loops other than 1 x 1 too
const uint PAIR = PAIR_LOW + 2 * PAIR_HIGH;
const real QUARTER_PI2 = real(0.025330295910584442861lf);  // 1 / (4 pi^2)

ARGUMENTS(CloverArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
FIELD_INOUT(2, density)

#include "lib/path.glsl"
#include "lib/clover.glsl"

void main() {
  const uint n = args.first + GRID_FIRST;
  if (n >= SITES) return;
  const uint index = memory_site(n);
  const Site s = site_at(index, args.parity);
  const bool keep_trace = args.keep_trace != 0;
  const ivec4 large = ivec4(args.share_22, args.share_33, args.share_12, args.share_13);
  // Both planes use the same code in a loop at run time, because this is already the largest shader.
  FieldStrength magnetic, electric;
  for (uint plane = 0; plane < 2; ++plane) {
    magnetic = electric;
    electric =
        field_strength(s, plane == 0 ? (PAIR + 1) % 3 : PAIR, plane == 0 ? (PAIR + 2) % 3 : 3,
                       IMPROVED != 0, args.share_11, large, args.denominator, keep_trace);
  }
  real4 found =
      real4(trace_product(electric, electric), trace_product(magnetic, magnetic),
            -QUARTER_PI2 * trace_product(magnetic, electric), magnetic.plaquette + electric.plaquette);
  if (args.accumulate != 0) found += density_plane(0, index);
  density_store(0, index, found);
}
