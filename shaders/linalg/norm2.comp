#version 460
// variants: storage sum double half
// First pass of |x|^2; for part n of several it is component n.
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
  const uint elements = site_elements(args.reals);
  // On small lattices, where an invocation has one site, the time is latency of memory. Three elements are
  // loaded at once and added in the same order. With two sites this took half as long again as the loop below
  // (NVIDIA, OpenGL).
  const bool one_site = PRECISION != 64 && BLOCK_THREADS == BLOCK_SITES;
  if (one_site && BLOCK < BLOCKS) {
    const uint site = block_site(BLOCK, BLOCK_THREAD);
    for (uint n = 0; n < elements; n += 3) {
      const Element u = x_of_site(args.first, n, site),
                    v = x_of_site(args.first, min(n + 1, elements - 1), site),
                    w = x_of_site(args.first, min(n + 2, elements - 1), site);
      sum = sum_add(sum, sum_of(re_dot(u, u)));
      if (n + 1 < elements) sum = sum_add(sum, sum_of(re_dot(v, v)));
      if (n + 2 < elements) sum = sum_add(sum, sum_of(re_dot(w, w)));
    }
  }
  for (uint n = one_site ? elements : 0; n < elements; ++n) {
    for (BLOCK_SHARE(k)) {
      const uint site = block_site(BLOCK, k);
      const Element v = x_of_site(args.first, n, site);
      sum = sum_add(sum, sum_of(re_dot(v, v)));
    }
  }
  put_block(args.first / max(args.reals, 1), sum);
}
