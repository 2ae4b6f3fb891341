#version 460
// variants: storage split sum double
// Polyakov loops: the product of the links along the lines of direction mu that start at coordinate 0, as a
// site field over the other three directions. It also sums their traces (component 0 real, 1 imaginary part),
// one row of the slice after the other. If mu is split, each domain continues the products of the one before,
// and the last has the loops.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/reduce.glsl"
#include "lib/blocks.glsl"
#include "lib/site_field.glsl"
#include "args/direction.h"

layout(constant_id = CONSTANT_FLAG_0) const uint GO_ON = 0;  // nonzero: continue the present products

ARGUMENTS(DirectionArgs)
GAUGE_IN(0, u_this)  // even sites
GAUGE_IN(1, u_other)  // odd sites
SITE_FIELD_INOUT(2, loops)
layout(std430, binding = 3) writeonly restrict buffer PartialBlock { uvec2 partials[]; };

#include "lib/path.glsl"

uint local_extent(uint mu) { return mu == 0 ? LOCAL_X : mu == 1 ? LOCAL_Y : mu == 2 ? LOCAL_Z : LOCAL_T; }

/// Returns site number i of the domain's first slice of coordinate mu, in lexicographic order.
Site slice_site(uint i, uint mu) {
  uvec4 c = uvec4(ORIGIN_X, ORIGIN_Y, ORIGIN_Z, ORIGIN_T);
  for (uint nu = 0; nu < 4; ++nu) {
    if (nu != mu) {
      c[nu] += i % local_extent(nu);
      i /= local_extent(nu);
    }
  }
  return site_of(c, 0);
}

void main() {
  const uint length = local_extent(args.mu), count = 2 * SITES / length;
  // A row runs along x, or along y if the lines run along x, and is as long as a block.
  const uint row = args.mu == 0 ? BLOCK_Y : BLOCK_X, rows = count / row;
  const uint n = BLOCK;
  Sum re = sum_zero(), im = sum_zero();
  for (uint k = n < rows ? BLOCK_THREAD : row; k < row; k += BLOCK_THREADS) {
    const uint i = n * row + k;
    Site s = slice_site(i, args.mu);
    Su3 loop;
    if (GO_ON != 0) loop = walk(loops_matrix(i, count), s, args.mu, true);
    else loop = set_out(s, args.mu, true);
    for (uint step = 1; step < length; ++step) loop = walk(loop, s, args.mu, true);
    loops_put(i, count, loop);
    const cplx tr = trace(loop);
    re = sum_add(re, sum_of(tr.x));
    im = sum_add(im, sum_of(tr.y));
  }
  if (BLOCK_THREADS > 1) {
    re = share_reduce(re, BLOCK_THREAD, BLOCK_THREADS, false);
    im = share_reduce(im, BLOCK_THREAD, BLOCK_THREADS, false);
  }
  if (BLOCK_THREAD == 0 && n < rows) {
    partials[n] = sum_pack(re);
    partials[rows + n] = sum_pack(im);
  }
}
