#version 460
// variants: storage double
// Computes y += (a + a5 gamma5) x.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/spinor.glsl"
#include "lib/gamma.glsl"
#include "args/clover_term.h"

ARGUMENTS(CloverTermArgs)
SPINOR_IN(0, x)
SPINOR_INOUT(1, y)

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Spinor p = x(i);
  y_put(i, add(y(i), add(scale(args.a, p), scale(args.a5, gamma5(p)))));
}
