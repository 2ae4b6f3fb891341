#version 460
// variants: storage double half
// Computes y += a x.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "args/linear.h"

ARGUMENTS(LinearArgs)
ELEMENTS_IN(0, x)
ELEMENTS_INOUT(1, y)

void main() {
  for (uint i = GRID_FIRST; i < element_count(args.reals); i += GRID_STRIDE)
    y_put_element(i, add(y_element(i), scale(args.a, x_element(i))));
}
