#version 460
// variants: storage double
// Computes g(x) -> exp(-i w(x)) g(x), w = w_a T_a.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/algebra.glsl"
#include "args/site.h"

ARGUMENTS(SiteArgs)
GAUGE_INOUT(0, g)
MOMENTUM_IN(1, w)
#include "lib/gauge_kind.glsl"
SLICES_IN(2)

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  if (at_rest(site_at(i, args.parity))) return;
  g_put(0, i, reunitarize(mul(exp_i(scale(real(-1), su3_of_algebra(w(0, i)))), g(0, i))));
}
