#version 460
// variants: storage sum double
// Sums log |det| of the site-diagonal matrices of two hermitian blocks (lib/chiral_block.glsl) over the sites
// of one parity.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/hermitian6.glsl"
#include "lib/log.glsl"
#include "lib/reduce.glsl"
#include "lib/blocks.glsl"
#include "args/reals.h"

ARGUMENTS(RealsArgs)
HERMITIAN6_IN(0, t)
BLOCKS_OUT(1)

void main() {
  Sum sum = sum_zero();
  // One block of all sites follows the other. When each invocation took both blocks in turn, workgroups
  // drifted apart between them, and an H200 sometimes read at a third of its bandwidth.
  for (uint block = 0; block < args.reals / 36; ++block)
    for (BLOCK_SHARE(k))
      sum = sum_add(sum, sum_of(log_of(abs(determinant(t(9 * block, block_site(BLOCK, k)))))));
  put_block(0, sum);
}
