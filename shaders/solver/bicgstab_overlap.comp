#version 460
// variants: storage sum double half
// First pass of <t, s>, components 0 and 1, and |t|^2, component 2.
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
ELEMENTS_IN(0, t)
ELEMENTS_IN(1, s)
SITE_ELEMENTS_IN(t)
SITE_ELEMENTS_IN(s)
BLOCKS_OUT(2)

void main() {
  Sum re = sum_zero(), im = sum_zero(), norm = sum_zero();
  for (uint n = 0; n < site_elements(args.reals); ++n) {
    for (BLOCK_SHARE(k)) {
      const uint site = block_site(BLOCK, k);
      const Element a = t_of_site(0, n, site), b = s_of_site(0, n, site);
      re = sum_add(re, sum_of(re_dot(a, b)));
      im = sum_add(im, sum_of(im_dot(a, b)));
      norm = sum_add(norm, sum_of(re_dot(a, a)));
    }
  }
  put_block(0, re);
  put_block(1, im);
  put_block(2, norm);
}
