#version 460
// variants: storage sum
// A step of minimal residuals with relaxation: x += a alpha r and r -= a alpha y with y = M r and alpha =
// <y, r> / |y|^2 from the totals of a sum.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "lib/reduce.glsl"
#include "args/linear.h"

ARGUMENTS(LinearArgs)
ELEMENTS_IN(0, y)
ELEMENTS_INOUT(1, r)
ELEMENTS_INOUT(2, x)
layout(std430, binding = 3) readonly restrict buffer TotalBlock { uvec2 totals[]; };

void main() {
  const real size = sum_value(sum_unpack(totals[2]));
  cplx alpha = cplx(0);
  if (size > real(0))
    alpha = args.a / size * cplx(sum_value(sum_unpack(totals[0])), sum_value(sum_unpack(totals[1])));
  for (uint i = GRID_FIRST; i < element_count(args.reals); i += GRID_STRIDE) {
    const Element rest = r_element(i);
    x_put_element(i, add(x_element(i), scale(alpha, rest)));
    r_put_element(i, add(rest, scale(-alpha, y_element(i))));
  }
}
