#version 460
// variants: storage sum double half
// First pass of <x, y> = sum conj(x) y: component 0 the real part, 1 the imaginary part.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "lib/reduce.glsl"
#include "args/reals.h"

ARGUMENTS(RealsArgs)
ELEMENTS_IN(0, x)
ELEMENTS_IN(1, y)
PARTIALS_OUT(2)

void main() {
  Sum re = sum_zero(), im = sum_zero();
  for (uint i = GRID_FIRST; i < element_count(args.reals); i += GRID_STRIDE) {
    const Element v = x_element(i), w = y_element(i);
    re = sum_add(re, sum_of(re_dot(v, w)));
    im = sum_add(im, sum_of(im_dot(v, w)));
  }
  put_partial(0, re);
  put_partial(1, im);
}
