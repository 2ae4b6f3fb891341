#version 460
// variants: storage double
// Computes p = r + beta p for the first of all poles, whose direction the matrix needs next, on even and odd
// sites. Other updates of the iteration are done later (pole_update): r is one of the kept residuals, and the
// scalars of each pole are kept here.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "args/cg.h"
#include "args/poles.h"
#include "args/shift.h"

ARGUMENTS(PoleArgs)
ELEMENTS_IN(0, even_kept)
ELEMENTS_IN(1, odd_kept)
ELEMENTS_INOUT(2, even)
ELEMENTS_INOUT(3, odd)
layout(std430, binding = 4) readonly restrict buffer ControlBlock { CgControl control; };
layout(std430, binding = 5) readonly restrict buffer ShiftBlock { ShiftState shifts[]; };
layout(std430, binding = 6) writeonly restrict buffer StepBlock { real4 steps[]; };
layout(std430, binding = 7) readonly restrict buffer FactorBlock { cplx weights[]; };

void main() {
  const uint first = element_first(args.step * args.reals);
  const real beta = control.beta;
  for (uint i = GRID_FIRST; i < element_count(args.reals); i += GRID_STRIDE) {
    even_put_element(i, add(even_kept_element(first + i), scale(beta, even_element(i))));
    odd_put_element(i, add(odd_kept_element(first + i), scale(beta, odd_element(i))));
  }
  for (uint n = GRID_FIRST; n < args.poles; n += GRID_STRIDE) {
    // The first pole has the matrix's own scalars.
    real alpha = control.alpha, zeta = real(1), ratio = real(1);
    if (n > 0) {
      alpha = shifts[n].alpha;
      zeta = shifts[n].zeta;
      ratio = shifts[n].ratio;
    }
    steps[args.step * args.poles + n] = real4(weights[n].x * alpha, zeta, beta * ratio * ratio, real(0));
  }
}
