#version 460
// variants: double
// The recurrences of all shifts, after the unshifted system has its alpha. There is one invocation a shift.
#include "lib/backend.glsl"
#include "args/cg.h"
#include "args/shift.h"

ARGUMENTS(ShiftArgs)
layout(std430, binding = 0) readonly restrict buffer ControlBlock { CgControl control; };
layout(std430, binding = 1) restrict buffer ShiftBlock { ShiftState shifts[]; };

// Below this zeta a shift has converged to rounding, and its recurrences would divide zero by zero.
const real TINY = real(1e-16);

void main() {
  for (uint n = gl_LocalInvocationID.x; n < args.shift; n += gl_WorkGroupSize.x) {
    ShiftState s = shifts[n];
    const real alpha = control.alpha, beta_last = control.iteration == 0 ? real(0) : control.beta;
    const real alpha_last = control.iteration == 0 ? real(1) : s.alpha_base;
    // |r_shift|^2 = zeta^2 |r|^2: a shift that has reached the target takes no more steps.
    if (abs(s.zeta) > TINY && !(s.zeta * s.zeta * control.excess <= real(1))) {
      const real below =
          alpha * beta_last * (s.zeta_last - s.zeta) + s.zeta_last * alpha_last * (real(1) + s.sigma * alpha);
      const real next = s.zeta * s.zeta_last * alpha_last / below;
      s.ratio = next / s.zeta;
      s.zeta_last = s.zeta;
      s.zeta = next;
      s.alpha = alpha * s.ratio;
    } else {
      s.zeta = real(0);
      s.ratio = real(0);
      s.alpha = real(0);
    }
    s.alpha_base = alpha;
    shifts[n] = s;
  }
}
