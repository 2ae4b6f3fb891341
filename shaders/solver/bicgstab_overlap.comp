#version 460
// variants: storage sum double half
// First pass of <t, s>, components 0 and 1, and |t|^2, component 2.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "lib/reduce.glsl"
#include "args/reals.h"

ARGUMENTS(RealsArgs)
ELEMENTS_IN(0, t)
ELEMENTS_IN(1, s)
PARTIALS_OUT(2)

void main() {
  Sum re = sum_zero(), im = sum_zero(), norm = sum_zero();
  for (uint i = GRID_FIRST; i < element_count(args.reals); i += GRID_STRIDE) {
    const Element a = t_element(i), b = s_element(i);
    re = sum_add(re, sum_of(re_dot(a, b)));
    im = sum_add(im, sum_of(im_dot(a, b)));
    norm = sum_add(norm, sum_of(re_dot(a, a)));
  }
  put_partial(0, re);
  put_partial(1, im);
  put_partial(2, norm);
}
