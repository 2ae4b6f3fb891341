#version 460
// variants: storage double
// x += sum_n weight_n alpha_n p_n over all poles and p_n = zeta_n r + beta_n p_n, of all iterations that have
// been kept, one after the other: for who wants the weighted sum of the solutions, not each of them. A
// direction is loaded and stored once for all, and so is x, with the additions in the order that they would
// have iteration by iteration. Directions are in the order of their shifts, of which the larger ones converge
// first. In a solve's first iterations (FIRST) the first direction stands for all. At its end (LAST) there is
// one iteration more, which was not kept, and x alone.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "args/cg.h"
#include "args/poles.h"
#include "args/shift.h"

layout(constant_id = CONSTANT_FLAG_0) const uint LAST = 0;
layout(constant_id = CONSTANT_FLAG_1) const uint FIRST = 0;

ARGUMENTS(PoleArgs)
ELEMENTS_INOUT(0, x)
ELEMENTS_INOUT(1, directions)
ELEMENTS_IN(2, kept)
layout(std430, binding = 3) readonly restrict buffer ControlBlock { CgControl control; };
layout(std430, binding = 4) readonly restrict buffer ShiftBlock { ShiftState shifts[]; };
layout(std430, binding = 5) readonly restrict buffer StepBlock { real4 steps[]; };
layout(std430, binding = 6) readonly restrict buffer FactorBlock { cplx weights[]; };

real last_alpha(uint n) { return n == 0 ? control.alpha : shifts[n].alpha; }

void main() {
  uint running = args.poles;
  while (running > 1 && (args.step > 0 ? steps[running - 1].x : last_alpha(running - 1)) == real(0))
    --running;
  // Even of those that are through the first iterations write a direction: nobody else has.
  const uint written = FIRST != 0 ? args.poles : running;
  for (uint i = GRID_FIRST; i < element_count(args.reals); i += GRID_STRIDE) {
    Element r[MOST_KEPT], sums[MOST_KEPT + 1];
    [[unroll]] for (uint j = 0; j < MOST_KEPT; ++j) {
      sums[j] = element_zero();
      if (j < args.step) r[j] = kept_element(element_first(j * args.reals) + i);
    }
    sums[MOST_KEPT] = element_zero();
    const Element start = directions_element(i);
    for (uint n = 0; n < written; ++n) {
      const uint at = element_first(n * args.reals) + i;
      Element p = start;
      if (FIRST == 0 && n > 0) p = directions_element(at);
      [[unroll]] for (uint j = 0; j < MOST_KEPT; ++j) {
        if (j < args.step) {
          const real4 s = steps[j * args.poles + n];
          if (s.x != real(0)) {
            sums[j] = add(sums[j], scale(s.x, p));
            p = add(scale(s.y, r[j]), scale(s.z, p));
          }
        }
      }
      if (LAST != 0) sums[MOST_KEPT] = add(sums[MOST_KEPT], scale(weights[n].x * last_alpha(n), p));
      else directions_put_element(at, p);
    }
    Element v = x_element(i);
    [[unroll]] for (uint j = 0; j < MOST_KEPT; ++j)
      if (j < args.step) v = add(v, sums[j]);
    if (LAST != 0) v = add(v, sums[MOST_KEPT]);
    x_put_element(i, v);
  }
}
