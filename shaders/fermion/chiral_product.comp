#version 460
// variants: storage double
// Computes x y + a for site-diagonal matrices of two hermitian blocks (lib/chiral_block.glsl). x and y must
// commute; a is a number.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/hermitian6.glsl"
#include "args/linear.h"

ARGUMENTS(LinearArgs)
HERMITIAN6_IN(0, x)
HERMITIAN6_IN(1, y)
HERMITIAN6_OUT(2, result)

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  for (uint first = 0; 4 * first < args.reals; first += 9)
    result_put(first, i, product(x(first, i), y(first, i), args.a));
}
