#version 460
// variants: sum double
// The scalars of a conjugate-gradient iteration, computed on the device, so that the host never waits for
// one.
#include "lib/backend.glsl"
#include "lib/reduce.glsl"
#include "lib/cg_step.glsl"
#include "args/cg.h"

ARGUMENTS(CgArgs)
PARTIALS_IN(0)
layout(std430, binding = 1) restrict buffer ControlBlock { CgControl controls[]; };

void stop(uint n, uint state) {
  controls[n].state = state;
  if (atomicAdd(controls[0].left, 0xFFFFFFFFu) == 1) STOP_DISPATCHES(controls[0]);
}

void main() {
  // There is one workgroup for each right-hand side.
  const uint n = args.first + gl_WorkGroupID.x;
  const Sum total = total_of_partials(n, args.count);
  if (gl_LocalInvocationID.x != 0 || controls[n].state != 0) return;
  const Sum rr = sum_unpack(uvec2(controls[n].rr_low, controls[n].rr_high));
  if (args.stage == 1) {
    real alpha;
    const uint state = cg_alpha(rr, total, alpha);
    controls[n].alpha = alpha;
    if (state != RUNNING) stop(n, state);
    return;
  }
  Sum target = sum_unpack(uvec2(controls[n].target_low, controls[n].target_high));
  if (args.stage == 0) {
    target = sum_scale(args.relative_target * args.relative_target, total);
    const uvec2 bits = sum_pack(target);
    controls[n].target_low = bits.x;
    controls[n].target_high = bits.y;
  } else {
    controls[n].beta = sum_ratio(total, rr);
    controls[n].iteration += 1;
  }
  const uvec2 bits = sum_pack(total);
  controls[n].rr_low = bits.x;
  controls[n].rr_high = bits.y;
  controls[n].excess = sum_ratio(total, target);
  if (args.stage == 0) {
    if (!sum_positive(total)) stop(n, BROKEN);
  } else {
    const uint state = cg_state(total, target, controls[n].iteration, controls[n].max_iterations);
    if (state != RUNNING) stop(n, state);
  }
}
