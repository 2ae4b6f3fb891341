#version 460
// variants: storage sum
// First pass of the scalar products of a step of generalised conjugate residuals: <w_d, w> of the newest w
// with each earlier w_d that is kept and with itself, then <w, r>. The newest vector of z is r. Each product
// has `count` partial results.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/reduce.glsl"
#include "args/multigrid.h"
#include "args/gcr_scalars.h"

ARGUMENTS(GcrArgs)
#include "lib/gcr.glsl"
FIELD_IN(0, w)
FIELD_IN(1, z)
layout(std430, binding = 2) writeonly restrict buffer PartialBlock { uvec2 partials[]; };

void main() {
  const uint threads = SHARED_SUMS != 0 ? 1 : gl_WorkGroupSize.x;
  const uint groups = args.count / threads, products = gcr_earlier() + 2;
  const uint share = GRID_GROUP % groups, which = GRID_GROUP / groups % products;
  const uint column = GRID_GROUP / groups / products;
  const bool with_r = which > gcr_earlier();
  const uint newest = gcr_first(column, gcr_place(gcr_earlier()));
  const uint other = with_r ? newest : gcr_first(column, gcr_place(which));
  Sum re = sum_zero(), im = sum_zero();
  for (uint i = share * gl_WorkGroupSize.x + gl_LocalInvocationID.x; i < args.texels;
       i += groups * gl_WorkGroupSize.x) {
    const real4 w_newest = w_texel(newest + i);
    real4 a, b;
    if (with_r) {
      a = w_newest;
      b = z_texel(newest + i);
    } else {
      a = w_texel(other + i);
      b = w_newest;
    }
    const cplx product = dot_texels(a, b);
    re = sum_add(re, sum_of(product.x));
    im = sum_add(im, sum_of(product.y));
  }
  uint at = GRID_GROUP;
  if (SHARED_SUMS != 0) {
    re = group_sum(re);
    im = group_sum(im);
  } else {
    at = GRID_GROUP * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  }
  if (SHARED_SUMS == 0 || gl_LocalInvocationID.x == 0) {
    partials[2 * at] = sum_pack(re);
    partials[2 * at + 1] = sum_pack(im);
  }
}
