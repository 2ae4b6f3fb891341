#version 460
// variants: storage double half
// Computes y += f_0 a + f_1 b + f_2 c + f_3 d with complex factors f_n = factors[first + n].
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "args/reals.h"

ARGUMENTS(RealsArgs)
ELEMENTS_IN(0, a)
ELEMENTS_IN(1, b)
ELEMENTS_IN(2, c)
ELEMENTS_IN(3, d)
ELEMENTS_INOUT(4, y)
layout(std430, binding = 5) readonly restrict buffer FactorBlock { cplx factors[]; };

void main() {
  const uint first = args.first;
  for (uint i = GRID_FIRST; i < element_count(args.reals); i += GRID_STRIDE) {
    Element sum = add(y_element(i), scale(factors[first], a_element(i)));
    sum = add(sum, scale(factors[first + 1], b_element(i)));
    sum = add(sum, scale(factors[first + 2], c_element(i)));
    y_put_element(i, add(sum, scale(factors[first + 3], d_element(i))));
  }
}
