#version 460
// variants: storage sum double half
// First pass of <x, y> = sum conj(x) y: component 0 is the real part, 1 the imaginary part. For part n of
// several the components are n and n + 1.
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
ELEMENTS_IN(1, y)
SITE_ELEMENTS_IN(x)
SITE_ELEMENTS_IN(y)
BLOCKS_OUT(2)

void main() {
  Sum re = sum_zero(), im = sum_zero();
  for (uint n = 0; n < site_elements(args.reals); ++n) {
    for (BLOCK_SHARE(k)) {
      const uint site = block_site(BLOCK, k);
      const Element v = x_of_site(args.first, n, site), w = y_of_site(args.first, n, site);
      re = sum_add(re, sum_of(re_dot(v, w)));
      im = sum_add(im, sum_of(im_dot(v, w)));
    }
  }
  const uint part = args.first / max(args.reals, 1);
  put_block(part, re);
  put_block(part + 1, im);
}
