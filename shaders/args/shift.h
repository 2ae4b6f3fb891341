// Multi-shift conjugate gradient (Jegerlehner, hep-lat/9612014): one shift of a field of `reals` numbers a
// site.
#ifndef OF_FIRST_FIELD
#define OF_FIRST_FIELD  // the host may omit it and take that of the kernel's first field
#endif
struct ShiftArgs {
  uint reals OF_FIRST_FIELD;
  uint shift;
};

// The recurrences of a shift, which stay on the device; r_shift = zeta r.
ARGUMENT_STRUCT(ShiftState) {
  real sigma;
  real zeta;  // zeta of the residual that the present iteration makes
  real zeta_last;  // zeta of the residual before
  real alpha;      // x_shift += alpha p_shift
  real ratio;      // zeta / zeta_last; beta_shift = beta ratio^2
  real alpha_base;  // alpha of the unshifted system in the iteration before
};
