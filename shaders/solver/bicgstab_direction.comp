#version 460
// variants: storage double half
// Computes p = r + beta (p - omega v).
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "args/reals.h"
#include "args/bicgstab.h"

ARGUMENTS(RealsArgs)
ELEMENTS_IN(0, r)
ELEMENTS_IN(1, v)
ELEMENTS_INOUT(2, p)
layout(std430, binding = 3) readonly restrict buffer ControlBlock { BiCgStabControl control; };

void main() {
  const cplx beta = cplx(control.beta_re, control.beta_im), omega = cplx(control.omega_re, control.omega_im);
  for (uint i = GRID_FIRST; i < element_count(args.reals); i += GRID_STRIDE)
    p_put_element(i, add(r_element(i), scale(beta, add(p_element(i), scale(-omega, v_element(i))))));
}
