// The sum over a workgroup. Says what to add before it is included: `Number`, its zero and `add`.
layout(std430, binding = 0) readonly restrict buffer X { Number x[]; };
layout(std430, binding = 1) writeonly restrict buffer Y { Number y[]; };

shared Number part[gl_WorkGroupSize.x];

void main() {
  const uint lane = gl_LocalInvocationID.x, stride = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
  // 1. Each invocation adds its share of the field.
  Number mine = ZERO;
  for (uint i = gl_GlobalInvocationID.x; i < x.length(); i += stride) mine = add(mine, x[i]);
  part[lane] = mine;
  barrier();
  // 2. A workgroup adds what its invocations have, in pairs: half of them, a quarter, ... one.
  for (uint width = gl_WorkGroupSize.x / 2; width > 0; width /= 2) {
    if (lane < width) part[lane] = add(part[lane], part[lane + width]);
    barrier();
  }
  // 3. One number a workgroup is left. A second dispatch, of one workgroup, adds those.
  if (lane == 0) y[gl_WorkGroupID.x] = part[0];
}
