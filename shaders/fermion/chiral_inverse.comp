#version 460
// variants: storage double
// Computes the inverses of positive site-diagonal matrices of two hermitian blocks (lib/chiral_block.glsl).
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/hermitian6.glsl"
#include "args/reals.h"

ARGUMENTS(RealsArgs)
HERMITIAN6_IN(0, t)
HERMITIAN6_OUT(1, result)

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  for (uint first = 0; 4 * first < args.reals; first += 9) result_put(first, i, inverse(t(first, i)));
}
