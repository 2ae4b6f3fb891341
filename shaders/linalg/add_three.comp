#version 460
// variants: storage double half
// Computes y_k += sum over n of factors[first + 4 k + n] x_n, of four x for three y, each read once.
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
ELEMENTS_INOUT(4, x)
ELEMENTS_INOUT(5, y)
ELEMENTS_INOUT(6, z)
layout(std430, binding = 7) readonly restrict buffer FactorBlock { cplx factors[]; };

Element with(Element sum, uint first, Element a, Element b, Element c, Element d) {
  sum = add(add(sum, scale(factors[first], a)), scale(factors[first + 1], b));
  return add(add(sum, scale(factors[first + 2], c)), scale(factors[first + 3], d));
}

void main() {
  for (uint i = GRID_FIRST; i < element_count(args.reals); i += GRID_STRIDE) {
    const Element a = a_element(i), b = b_element(i), c = c_element(i), d = d_element(i);
    x_put_element(i, with(x_element(i), args.first, a, b, c, d));
    y_put_element(i, with(y_element(i), args.first + 4, a, b, c, d));
    z_put_element(i, with(z_element(i), args.first + 8, a, b, c, d));
  }
}
