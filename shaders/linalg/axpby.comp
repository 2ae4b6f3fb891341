#version 460
// variants: storage double half
// Computes z = a x + b y.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "args/linear.h"

ARGUMENTS(LinearArgs)
ELEMENTS_IN(0, x)
ELEMENTS_IN(1, y)
ELEMENTS_OUT(2, z)

void main() {
  for (uint i = GRID_FIRST; i < element_count(args.reals); i += GRID_STRIDE)
    z_put_element(i, add(scale(args.a, x_element(i)), scale(args.b, y_element(i))));
}
