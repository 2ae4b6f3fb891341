#version 460
// variants: storage double half
// Computes x += alpha p and p = r + beta p in one pass.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "args/reals.h"
#include "args/cg.h"

ARGUMENTS(RealsArgs)
ELEMENTS_IN(0, r)
ELEMENTS_INOUT(1, p)
ELEMENTS_INOUT(2, x)
layout(std430, binding = 3) readonly restrict buffer ControlBlock { CgControl controls[]; };

layout(constant_id = CONSTANT_COUNT) const uint COUNT = 1;  // right-hand sides, one after the other

void main() {
  const uint each = element_count(args.reals), first = element_first(args.first);
  // These loads are before the loop: Mesa's CPU drivers then load them once for all invocations, in the loop
  // for each.
  real alpha = controls[0].alpha, beta = controls[0].beta;
  for (uint i = GRID_FIRST; i < COUNT * each; i += GRID_STRIDE) {
    const uint n = COUNT == 1 ? 0 : i / each, at = first + i;
    if (COUNT != 1) {
      if (controls[n].state != 0) continue;
      alpha = controls[n].alpha;
      beta = controls[n].beta;
    }
    const Element v = p_element(at);
    x_put_element(at, add(x_element(at), scale(alpha, v)));
    p_put_element(at, add(r_element(at), scale(beta, v)));
  }
}
