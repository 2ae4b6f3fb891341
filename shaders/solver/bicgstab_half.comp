#version 460
// variants: storage double half
// Computes s = r - alpha v, in place of r.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "args/reals.h"
#include "args/bicgstab.h"

ARGUMENTS(RealsArgs)
ELEMENTS_IN(0, v)
ELEMENTS_INOUT(1, r)
layout(std430, binding = 2) readonly restrict buffer ControlBlock { BiCgStabControl control; };

void main() {
  const cplx alpha = cplx(control.alpha_re, control.alpha_im);
  for (uint i = GRID_FIRST; i < element_count(args.reals); i += GRID_STRIDE)
    r_put_element(i, add(r_element(i), scale(-alpha, v_element(i))));
}
