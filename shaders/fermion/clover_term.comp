#version 460
// variants: storage double half
// Computes out = (a T + i a5 gamma5) x with the site-diagonal T of clover quarks.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/spinor.glsl"
#include "lib/gamma.glsl"
#include "lib/chiral_block.glsl"
#include "args/clover_term.h"

ARGUMENTS(CloverTermArgs)
SPINOR_IN(0, x)
SPINOR_OUT(1, result)
BLOCKS_IN(2, t)

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Spinor p = x(i);
  result_put(i, add(scale(args.a, t(i, p)), scale(args.a5, times_i(gamma5(p)))));
}
