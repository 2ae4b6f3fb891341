// The scalars of an iteration of the conjugate gradient. Include lib/reduce.glsl before.
//
// STOP_DISPATCHES makes all queued dispatches, including cg_direction, run zero workgroups. cg_finish then
// adds the last step to x.
#define STOP_DISPATCHES(control) \
  control.left = 0, control.site_groups = 0, control.hop_groups = 0, control.texel_groups = 0, \
  control.sum_groups = 0, control.scalar_groups = 0, control.interior_groups = 0, control.boundary_groups = 0

const uint RUNNING = 0, CONVERGED = 1, EXHAUSTED = 2, BROKEN = 3;

/// Computes alpha = |r|^2 / <p, A p>; returns the solver's state.
uint cg_alpha(Sum rr, Sum pap, out real alpha) {
  uint state = RUNNING;
  if (sum_positive(pap)) {
    alpha = sum_ratio(rr, pap);
  } else {
    alpha = real(0);
    state = BROKEN;
  }
  return state;
}

/// Returns the state after so many iterations, with the new |r|^2.
uint cg_state(Sum rr, Sum target, uint iterations, uint most) {
  uint state = RUNNING;
  if (sum_less_equal(rr, target)) state = CONVERGED;
  else if (!sum_positive(rr)) state = BROKEN;
  else if (iterations >= most) state = EXHAUSTED;
  return state;
}
