#version 460
// variants: storage sum double half
// r -= alpha A p, and the first pass of |r|^2, of one right-hand side: the one whose numbers begin at
// args.first.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "lib/reduce.glsl"
#include "args/reals.h"
#include "args/cg.h"

ARGUMENTS(RealsArgs)
ELEMENTS_IN(0, ap)
ELEMENTS_INOUT(1, r)
PARTIALS_OUT(2)
layout(std430, binding = 3) readonly restrict buffer ControlBlock { CgControl controls[]; };

void main() {
  Sum sum = sum_zero();
  const uint n = args.first / max(args.reals, 1);
  const real alpha = controls[n].state == 0 ? controls[n].alpha : real(0);
  const uint first = element_first(args.first);
  for (uint i = first + GRID_FIRST; i < first + element_count(args.reals); i += GRID_STRIDE) {
    const Element v = add(r_element(i), scale(-alpha, ap_element(i)));
    r_put_element(i, v);
    sum = sum_add(sum, sum_of(re_dot(v, v)));
  }
  put_partial(0, sum);
}
