#version 460
// variants: storage double half
// Computes x += alpha p, the remaining step of the iteration that stopped the solver. With alpha = 0 no step
// remains, and x is left as it is, because half precision would round it once more.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "args/reals.h"
#include "args/cg.h"

ARGUMENTS(RealsArgs)
ELEMENTS_IN(0, p)
ELEMENTS_INOUT(1, x)
layout(std430, binding = 2) readonly restrict buffer ControlBlock { CgControl controls[]; };

layout(constant_id = CONSTANT_COUNT) const uint COUNT = 1;  // right-hand sides, one after the other

void main() {
  const uint each = element_count(args.reals), first = element_first(args.first);
  for (uint i = GRID_FIRST; i < COUNT * each; i += GRID_STRIDE) {
    const uint n = COUNT == 1 ? 0 : i / each, at = first + i;
    if (controls[n].alpha == real(0)) continue;
    x_put_element(at, add(x_element(at), scale(controls[n].alpha, p_element(at))));
  }
}
