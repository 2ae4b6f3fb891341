#version 460
// variants: storage split sum double
// Sums Tr of the links of direction mu over the sites of one parity: component 0 is the real, 1 the imaginary
// part.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/reduce.glsl"
#include "lib/blocks.glsl"
#include "args/direction.h"

ARGUMENTS(DirectionArgs)
GAUGE_IN(0, u)
BLOCKS_OUT(1)

void main() {
  Sum re = sum_zero(), im = sum_zero();
  for (BLOCK_SHARE(k)) {
    const uint i = block_site(BLOCK, k);
    const cplx tr = trace(u(args.mu, i));
    re = sum_add(re, sum_of(tr.x));
    im = sum_add(im, sum_of(tr.y));
  }
  put_block(0, re);
  put_block(1, im);
}
