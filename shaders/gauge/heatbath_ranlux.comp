#version 460
// variants: storage split double
// The heatbath of gauge/heatbath with random numbers of RANLUX: one block for the azimuths, then one for each
// attempt.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/philox.glsl"
#include "lib/ranlux.glsl"
#include "lib/draws.glsl"
#include "lib/su2.glsl"

#if PRECISION == 64
/// The lower words come from another block.
uvec4 ranlux_lower;
uvec4 ranlux_upper(uint skipped) {
  const uvec4 upper = ranlux_words(skipped);
  ranlux_lower = ranlux_words(skipped);
  return upper;
}
#define HEATBATH_WORDS(counter, key) ranlux_upper(counter.w)
#define HEATBATH_LOWER_WORDS(counter, key) ranlux_lower
#else
#define HEATBATH_WORDS(counter, key) ranlux_words(counter.w)
#endif
#include "lib/su2_heatbath.glsl"
#include "lib/coloring.glsl"
#include "args/heatbath_ranlux.h"

// The direction is given by two flags, because code for all four would keep thirty links in registers.
layout(constant_id = CONSTANT_DIRECTION_LOW) const uint MU_LOW = 0;
layout(constant_id = CONSTANT_DIRECTION_HIGH) const uint MU_HIGH = 0;
layout(constant_id = CONSTANT_FLAG_2) const uint RECTANGLES = 0;
const uint mu = MU_LOW + 2 * MU_HIGH;

ARGUMENTS(HeatbathRanluxArgs)
GAUGE_INOUT(0, u_this)
GAUGE_IN(1, u_other)
RANLUX_INOUT(2)

#include "lib/staple.glsl"

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Site s = site_at(i, args.parity);
  if (RECTANGLES != 0 && rectangle_color(s, mu) != args.color) return;
  const Su3 v = staples(s, mu, RECTANGLES != 0, args.c0, args.c1);
  Su3 u = u_this(mu, i), w = mul(u, v);
  ranlux_load(i);
  const uvec4 upper = HEATBATH_WORDS(uvec4(0, 0, 0, args.skipped), uvec2(0));
#if PRECISION == 64
  const Draws azimuths = Draws(upper, ranlux_lower);
#else
  const Draws azimuths = upper;
#endif
  [[unroll]] for (int g = 0; g < SUBGROUPS; ++g) {
    const real4 a =
        su2_heatbath(su2_part(w, g), draw_of(g, azimuths), uvec4(0, 0, 0, args.skipped), uvec2(0));
    u = su2_times(a, u, g);
    w = su2_times(a, w, g);
  }
  u_this_put(mu, i, u);
  ranlux_save(i);
}
