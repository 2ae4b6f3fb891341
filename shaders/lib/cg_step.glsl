// The scalars of an iteration of the conjugate gradient. Wants lib/reduce.glsl.
// What is queued already, cg_direction included, then runs zero workgroups: cg_finish adds the last step to
// x.
#define STOP_DISPATCHES(control) \
  control.left = 0, control.site_groups = 0, control.hop_groups = 0, control.texel_groups = 0, \
  control.sum_groups = 0, control.scalar_groups = 0, control.interior_groups = 0, control.boundary_groups = 0

const uint RUNNING = 0, CONVERGED = 1, EXHAUSTED = 2, BROKEN = 3;

/// alpha = |r|^2 / <p, A p>. What the solver's state is then.
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

/// The state after so many iterations, with the new |r|^2.
uint cg_state(Sum rr, Sum target, uint iterations, uint most) {
  uint state = RUNNING;
  if (sum_less_equal(rr, target)) state = CONVERGED;
  else if (!sum_positive(rr)) state = BROKEN;
  else if (iterations >= most) state = EXHAUSTED;
  return state;
}
