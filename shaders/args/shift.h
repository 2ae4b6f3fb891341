// Multi-shift conjugate gradient (Jegerlehner, hep-lat/9612014): one shift of a field of `reals` numbers a
// site.
#ifndef OF_FIRST_FIELD
#define OF_FIRST_FIELD  // where the host leaves it out, it is that of the kernel's first field
#endif
struct ShiftArgs {
  uint reals OF_FIRST_FIELD;
  uint shift;
};

// What the recurrences of a shift keep on the device; r_shift = zeta r.
ARGUMENT_STRUCT(ShiftState) {
  real sigma;
  real zeta;       // of the residual that the running iteration makes
  real zeta_last;  // of the one before
  real alpha;      // x_shift += alpha p_shift
  real ratio;      // zeta / zeta_last; beta_shift = beta ratio^2
  real alpha_base; // alpha of the unshifted system in the iteration before
};
