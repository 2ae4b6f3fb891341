#version 460
// variants: sum
// Second pass of every global sum: one workgroup a component, in a fixed order.
#include "lib/backend.glsl"
#include "lib/reduce.glsl"
#include "args/sum.h"

ARGUMENTS(SumArgs)
PARTIALS_IN(0)
layout(std430, binding = 1) restrict buffer TotalBlock { uvec2 totals[]; };

void main() {
  const uint c = args.first + gl_WorkGroupID.x;
  Sum total = total_of_partials(c, args.count);
  if (gl_LocalInvocationID.x == 0) {
    if (args.accumulate != 0) total = sum_add(sum_unpack(totals[c]), total);
    totals[c] = sum_pack(total);
  }
}
