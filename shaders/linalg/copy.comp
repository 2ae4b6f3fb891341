#version 460
// variants: storage double half
// Copies y = x. Its bandwidth is the reference for every other kernel.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "args/reals.h"

ARGUMENTS(RealsArgs)
ELEMENTS_IN(0, x)
ELEMENTS_OUT(1, y)

void main() {
  for (uint i = GRID_FIRST; i < element_count(args.reals); i += GRID_STRIDE) y_put_element(i, x_element(i));
}
