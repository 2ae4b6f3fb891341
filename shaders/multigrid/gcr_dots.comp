#version 460
// variants: storage sum
// First pass of the scalar products of a step of generalised conjugate residuals: <w_d, w_step> for all d <=
// step, then <w_step, r>. Vector number `step` of z is r. Each product has `count` partial results.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/reduce.glsl"
#include "args/multigrid.h"

ARGUMENTS(GcrArgs)
FIELD_IN(0, w)
FIELD_IN(1, z)
layout(std430, binding = 2) writeonly restrict buffer PartialBlock { uvec2 partials[]; };

void main() {
  const uint threads = SHARED_SUMS != 0 ? 1 : gl_WorkGroupSize.x;
  const uint groups = args.count / threads;
  const uint which = GRID_GROUP / groups, share = GRID_GROUP % groups;
  const uint last = args.step * args.texels;
  Sum re = sum_zero(), im = sum_zero();
  for (uint i = share * gl_WorkGroupSize.x + gl_LocalInvocationID.x; i < args.texels;
       i += groups * gl_WorkGroupSize.x) {
    const real4 newest = w_texel(last + i);
    real4 a, b;
    if (which > args.step) {
      a = newest;
      b = z_texel(last + i);
    } else {
      a = w_texel(which * args.texels + i);
      b = newest;
    }
    re = sum_add(re, sum_of(dot(a, b)));
    im = sum_add(im, sum_of(a.x * b.y - a.y * b.x + a.z * b.w - a.w * b.z));
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
