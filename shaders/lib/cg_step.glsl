// The scalars of an iteration of the conjugate gradient. Wants lib/reduce.glsl.
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
