#version 460
// variants: sum double
// The scalars of a conjugate-gradient iteration, computed where they are used: the host never waits for one.
#include "lib/backend.glsl"
#include "lib/reduce.glsl"
#include "args/cg.h"

ARGUMENTS(CgArgs)
PARTIALS_IN(0)
layout(std430, binding = 1) restrict buffer ControlBlock { CgControl control; };

const uint CONVERGED = 1, EXHAUSTED = 2, BROKEN = 3;

/// Every dispatch from here on runs zero workgroups, cg_direction included: cg_finish adds the last step to x.
void stop(uint state) {
  control.state = state;
  control.site_groups = 0;
  control.hop_groups = 0;
  control.texel_groups = 0;
  control.sum_groups = 0;
  control.scalar_groups = 0;
}

void main() {
  const Sum total = total_of_partials(0, args.count);
  if (gl_LocalInvocationID.x != 0) return;
  const Sum rr = sum_unpack(uvec2(control.rr_low, control.rr_high));
  if (args.stage == 1) {
    if (!sum_positive(total)) {
      control.alpha = 0;
      stop(BROKEN);
    } else {
      control.alpha = sum_ratio(rr, total);
    }
    return;
  }
  Sum target = sum_unpack(uvec2(control.target_low, control.target_high));
  if (args.stage == 0) {
    target = sum_scale(args.relative_target * args.relative_target, total);
    const uvec2 bits = sum_pack(target);
    control.target_low = bits.x;
    control.target_high = bits.y;
  } else {
    control.beta = sum_ratio(total, rr);
    control.iteration += 1;
  }
  const uvec2 bits = sum_pack(total);
  control.rr_low = bits.x;
  control.rr_high = bits.y;
  if (args.stage == 0) {
    if (!sum_positive(total)) stop(BROKEN);
  } else if (sum_less_equal(total, target)) {
    stop(CONVERGED);
  } else if (!sum_positive(total)) {
    stop(BROKEN);
  } else if (control.iteration >= control.max_iterations) {
    stop(EXHAUSTED);
  }
}
