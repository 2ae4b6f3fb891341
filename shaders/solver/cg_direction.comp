#version 460
// variants: storage double half
// x += alpha p and p = r + beta p in one pass.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "lib/grid.glsl"
#include "args/planes.h"
#include "args/cg.h"

ARGUMENTS(PlanesArgs)
ELEMENTS_IN(0, r)
ELEMENTS_INOUT(1, p)
ELEMENTS_INOUT(2, x)
layout(std430, binding = 3) readonly restrict buffer ControlBlock { CgControl control; };

void main() {
  const real alpha = control.alpha, beta = control.beta;
  const uint first = element_first(args.first);
  for (uint i = first + GRID_FIRST; i < first + element_count(args.planes); i += GRID_STRIDE) {
    const Element v = p_element(i);
    x_put_element(i, add(x_element(i), scale(alpha, v)));
    p_put_element(i, add(r_element(i), scale(beta, v)));
  }
}
