#version 460
// variants: storage sum double
// Sum of log |det| of the site-diagonal matrices of two hermitian blocks (lib/chiral_block.glsl) at the sites
// of one parity.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/hermitian6.glsl"
#include "lib/log.glsl"
#include "lib/reduce.glsl"
#include "args/reals.h"

ARGUMENTS(RealsArgs)
HERMITIAN6_IN(0, t)
PARTIALS_OUT(1)

void main() {
  Sum sum = sum_zero();
  for (uint i = GRID_FIRST; i < SITES; i += GRID_STRIDE)
    for (uint first = 0; 4 * first < args.reals; first += 9)
      sum = sum_add(sum, sum_of(log_of(abs(determinant(t(first, i))))));
  put_partial(0, sum);
}
