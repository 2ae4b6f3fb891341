#version 460
// variants: storage double half
// x += alpha p: the step that the iteration which stopped the solver has left to do.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "lib/grid.glsl"
#include "args/planes.h"
#include "args/cg.h"

ARGUMENTS(PlanesArgs)
ELEMENTS_IN(0, p)
ELEMENTS_INOUT(1, x)
layout(std430, binding = 2) readonly restrict buffer ControlBlock { CgControl control; };

void main() {
  const uint first = element_first(args.first);
  for (uint i = first + GRID_FIRST; i < first + element_count(args.planes); i += GRID_STRIDE) x_put_element(i, add(x_element(i), scale(control.alpha, p_element(i))));
}
