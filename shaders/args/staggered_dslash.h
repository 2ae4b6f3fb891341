// out(x) = a x(x) + b (D psi)(x) at the sites of `parity`; phases as in args/wilson_dslash.h.
ARGUMENT_STRUCT(StaggeredDslashArgs) {
  uint parity;
  real a;
  real b;
  real phase_x_re;
  real phase_x_im;
  real phase_y_re;
  real phase_y_im;
  real phase_z_re;
  real phase_z_im;
  real phase_t_re;
  real phase_t_im;
};
