#version 460
// variants: storage sum double half
// First pass of <a, y> and <b, y>: components 0 and 1 are the real and the imaginary part of the first, 2 and
// 3 of the second.
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
ELEMENTS_IN(0, a)
ELEMENTS_IN(1, b)
ELEMENTS_IN(2, y)
SITE_ELEMENTS_IN(a)
SITE_ELEMENTS_IN(b)
SITE_ELEMENTS_IN(y)
BLOCKS_OUT(3)

void main() {
  Sum a_re = sum_zero(), a_im = sum_zero(), b_re = sum_zero(), b_im = sum_zero();
  for (uint n = 0; n < site_elements(args.reals); ++n) {
    for (BLOCK_SHARE(k)) {
      const uint site = block_site(BLOCK, k);
      const Element v = a_of_site(args.first, n, site), w = b_of_site(args.first, n, site),
                    u = y_of_site(args.first, n, site);
      a_re = sum_add(a_re, sum_of(re_dot(v, u)));
      a_im = sum_add(a_im, sum_of(im_dot(v, u)));
      b_re = sum_add(b_re, sum_of(re_dot(w, u)));
      b_im = sum_add(b_im, sum_of(im_dot(w, u)));
    }
  }
  put_block(0, a_re);
  put_block(1, a_im);
  put_block(2, b_re);
  put_block(3, b_im);
}
