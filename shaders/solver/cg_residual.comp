#version 460
// variants: storage sum
// r -= alpha A p, and the first pass of |r|^2.
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/reduce.glsl"
#include "args/planes.h"
#include "args/cg.h"

ARGUMENTS(PlanesArgs)
FIELD_IN(0, ap)
FIELD_INOUT(1, r)
PARTIALS_OUT(2)
layout(std430, binding = 3) readonly restrict buffer ControlBlock { CgControl control; };

void main() {
  Sum sum = sum_zero();
  const float alpha = control.alpha;
  for (uint i = gl_GlobalInvocationID.x; i < SITES; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x)
    for (uint plane = 0; plane < args.planes; ++plane) {
      const vec4 v = r_plane(plane, i) - alpha * ap_plane(plane, i);
      r_store(plane, i, v);
      sum = sum_add(sum, sum_of(dot(v, v)));
    }
  put_partial(0, sum);
}
