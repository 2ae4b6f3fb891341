#version 460
// variants: storage sum double half
// Computes r -= alpha A p and the first pass of |r|^2 for one right-hand side, whose numbers begin at
// args.first. For the n-th right-hand side the sum is component n.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "lib/reduce.glsl"
#include "lib/blocks.glsl"
#include "lib/block_elements.glsl"
#include "args/reals.h"
#include "args/cg.h"

ARGUMENTS(RealsArgs)
ELEMENTS_IN(0, ap)
ELEMENTS_INOUT(1, r)
SITE_ELEMENTS_IN(ap)
SITE_ELEMENTS_INOUT(r)
BLOCKS_OUT(2)
layout(std430, binding = 3) readonly restrict buffer ControlBlock { CgControl controls[]; };

void main() {
  Sum sum = sum_zero();
  const uint rhs = args.first / max(args.reals, 1);
  const real alpha = controls[rhs].state == 0 ? controls[rhs].alpha : real(0);
  for (uint n = 0; n < site_elements(args.reals); ++n) {
    for (BLOCK_SHARE(k)) {
      const uint site = block_site(BLOCK, k);
      const Element v = add(r_of_site(args.first, n, site),
                            scale(-alpha, ap_of_site(args.first, n, site)));
      r_put_of_site(args.first, n, site, v);
      sum = sum_add(sum, sum_of(re_dot(v, v)));
    }
  }
  put_block(rhs, sum);
}
