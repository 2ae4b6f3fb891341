#version 460
// variants: sum
// Second pass of a maximum over the lattice, of nonnegative numbers: one workgroup a component.
#include "lib/backend.glsl"
#include "lib/reduce.glsl"
#include "args/sum.h"

ARGUMENTS(SumArgs)
PARTIALS_IN(0)
layout(std430, binding = 1) restrict buffer TotalBlock { uvec2 totals[]; };

void main() {
  const uint c = args.first + gl_WorkGroupID.x;
  Sum largest = maximum_of_partials(c, args.count);
  if (gl_LocalInvocationID.x == 0) {
    if (args.accumulate != 0) largest = sum_max(sum_unpack(totals[c]), largest);
    totals[c] = sum_pack(largest);
  }
}
