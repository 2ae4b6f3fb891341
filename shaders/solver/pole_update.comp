#version 460
// variants: storage double
// Computes x += sum_n weight_n alpha_n p_n over all poles and p_n = zeta_n r + beta_n p_n, for all kept
// iterations, one after the other. This serves callers who need the weighted sum of the solutions, not each
// of them. A direction is loaded and stored once for all iterations, and so is x. Additions have the order of
// single iterations. Directions are in the order of their shifts, of which the larger ones converge first. In
// a solve's first iterations (FIRST) the first direction serves all poles. At its end (LAST) there may be
// fewer iterations, plus one more that was not kept, and only x is updated.
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

// Iterations are written out. NVIDIA's compiler for OpenGL does not unroll their loop within that over poles,
// and keeps residuals in memory.
#if MOST_KEPT != 8
#error iterations are written out
#endif
#define EACH_KEPT(THIS) THIS(0) THIS(1) THIS(2) THIS(3) THIS(4) THIS(5) THIS(6) THIS(7)
#define IS_KEPT(j) (LAST == 0 || j < args.step)

#define BEGIN(j) \
  Element r##j = element_zero(), sum##j = element_zero(); \
  if (IS_KEPT(j)) r##j = kept_element(element_first(j * args.reals) + i);
#define STEP(j) \
  if (IS_KEPT(j)) { \
    const real4 s = steps[j * args.poles + n]; \
    if (s.x != real(0)) { \
      sum##j = add(sum##j, scale(s.x, p)); \
      p = add(scale(s.y, r##j), scale(s.z, p)); \
    } \
  }
#define ADD_TO_X(j) if (IS_KEPT(j)) v = add(v, sum##j);

void main() {
  uint running = args.poles;
  while (running > 1 && (args.step > 0 ? steps[running - 1].x : last_alpha(running - 1)) == real(0))
    --running;
  // In the first iterations converged poles write a direction too, because it does not exist yet.
  const uint written = FIRST != 0 ? args.poles : running;
  for (uint i = GRID_FIRST; i < element_count(args.reals); i += GRID_STRIDE) {
    EACH_KEPT(BEGIN)
    Element last = element_zero();
    const Element start = directions_element(i);
    for (uint n = 0; n < written; ++n) {
      const uint at = element_first(n * args.reals) + i;
      Element p = start;
      if (FIRST == 0 && n > 0) p = directions_element(at);
      EACH_KEPT(STEP)
      if (LAST != 0) last = add(last, scale(weights[n].x * last_alpha(n), p));
      else directions_put_element(at, p);
    }
    Element v = x_element(i);
    EACH_KEPT(ADD_TO_X)
    if (LAST != 0) v = add(v, last);
    x_put_element(i, v);
  }
}
