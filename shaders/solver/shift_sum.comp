#version 460
// variants: storage double
// x += sum_n weight_n alpha_n p_n over all shifts, and p_n = zeta_n r + beta_n p_n: for who wants the
// weighted sum of the solutions, not each of them. Shift 0, the matrix's own, has its direction in p, the
// others theirs in one field, in the order of their shifts, of which the larger ones converge first. In the
// first iteration (FIRST) all directions are p. At the end of a solve (LAST) x alone.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "args/cg.h"
#include "args/shift.h"

layout(constant_id = CONSTANT_FLAG_0) const uint LAST = 0;
layout(constant_id = CONSTANT_FLAG_1) const uint FIRST = 0;

ARGUMENTS(ShiftArgs)
ELEMENTS_IN(0, r)
ELEMENTS_INOUT(1, p)
ELEMENTS_INOUT(2, others)
ELEMENTS_INOUT(3, x)
layout(std430, binding = 4) readonly restrict buffer ControlBlock { CgControl control; };
layout(std430, binding = 5) readonly restrict buffer ShiftBlock { ShiftState shifts[]; };
layout(std430, binding = 6) readonly restrict buffer FactorBlock { cplx weights[]; };

void main() {
  uint running = args.shift;
  while (running > 1 && shifts[running - 1].alpha == real(0)) --running;
  // Even of those that are through the first iteration writes a direction: nobody else has.
  const uint written = FIRST != 0 ? args.shift : running;
  for (uint i = GRID_FIRST; i < element_count(args.reals); i += GRID_STRIDE) {
    const Element v = p_element(i);
    Element sum = scale(weights[0].x * control.alpha, v), left;
    if (LAST == 0) {
      left = r_element(i);
      p_put_element(i, add(left, scale(control.beta, v)));
    }
    for (uint n = 1; n < written; ++n) {
      const ShiftState s = shifts[n];
      const uint at = element_first((n - 1) * args.reals) + i;
      Element w;
      if (FIRST != 0) w = v;
      else w = others_element(at);
      sum = add(sum, scale(weights[n].x * s.alpha, w));
      if (LAST == 0)
        others_put_element(at, add(scale(s.zeta, left), scale(control.beta * s.ratio * s.ratio, w)));
    }
    x_put_element(i, add(x_element(i), sum));
  }
}
