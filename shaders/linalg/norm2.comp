#version 460
// variants: storage sum double half
// First pass of |x|^2.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "lib/reduce.glsl"
#include "args/reals.h"

ARGUMENTS(RealsArgs)
ELEMENTS_IN(0, x)
PARTIALS_OUT(1)

void main() {
  Sum sum = sum_zero();
  const uint first = element_first(args.first);
  for (uint i = first + GRID_FIRST; i < first + element_count(args.reals); i += GRID_STRIDE) {
    const Element v = x_element(i);
    sum = sum_add(sum, sum_of(re_dot(v, v)));
  }
  put_partial(0, sum);
}
