#version 460
// variants: storage sum double half
// First pass of |x|^2.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "lib/reduce.glsl"
#include "lib/blocks.glsl"
#include "lib/block_elements.glsl"
#include "args/reals.h"

ARGUMENTS(RealsArgs)
ELEMENTS_IN(0, x)
SITE_ELEMENTS_IN(x)
BLOCKS_OUT(1)

void main() {
  Sum sum = sum_zero();
  for (uint n = 0; n < site_elements(args.reals); ++n) {
    for (BLOCK_SHARE(k)) {
      const uint site = block_site(BLOCK, k);
      const Element v = x_of_site(args.first, n, site);
      sum = sum_add(sum, sum_of(re_dot(v, v)));
    }
  }
  put_block(0, sum);
}
