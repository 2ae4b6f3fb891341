#version 460
// variants: storage sum double
// Of both parities' divergences, over each time slice: sum and largest of the first component, sum of the
// second.
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/reduce.glsl"

FIELD_IN(0, even)
FIELD_IN(1, odd)
layout(std430, binding = 2) writeonly restrict buffer SliceBlock { uvec2 slices[]; };

void main() {
  // A workgroup a slice, or an invocation where shared memory is slow.
  const bool together = SHARED_SUMS != 0;
  const uint first = together ? GRID_GROUP : GRID_FIRST;
  const uint stride = together ? GRID_GROUPS : GRID_STRIDE;
  const uint lane = together ? gl_LocalInvocationID.x : 0, lanes = together ? gl_WorkGroupSize.x : 1;
  const uint sites = SITES / LT;
  for (uint t = first; t < LT; t += stride) {
    Sum theta = sum_zero(), most = sum_zero(), functional = sum_zero();
    for (uint i = t * sites + lane; i < (t + 1) * sites; i += lanes) {
      const real4 a = even_plane(0, i), b = odd_plane(0, i);
      theta = sum_add(theta, sum_add(sum_of(a.x), sum_of(b.x)));
      most = sum_max(most, sum_max(sum_of(a.x), sum_of(b.x)));
      functional = sum_add(functional, sum_add(sum_of(a.y), sum_of(b.y)));
    }
    if (together) {
      theta = group_reduce(theta, false);
      most = group_reduce(most, true);
      functional = group_reduce(functional, false);
    }
    if (lane == 0) {
      slices[3 * t] = sum_pack(theta);
      slices[3 * t + 1] = sum_pack(most);
      slices[3 * t + 2] = sum_pack(functional);
    }
  }
}
