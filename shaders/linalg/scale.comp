#version 460
// variants: storage double half
// Computes x *= a.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "args/linear.h"

ARGUMENTS(LinearArgs)
ELEMENTS_INOUT(0, x)

void main() {
  for (uint i = GRID_FIRST; i < element_count(args.reals); i += GRID_STRIDE)
    x_put_element(i, scale(args.a, x_element(i)));
}
