// out(x) = a x(x) + one (D_1 psi)(x) + three (D_3 psi)(x) at the sites of `parity`, D_1 and D_3 being sums
// over hops of one step and of three; phases as in args/wilson_dslash.h.
ARGUMENT_STRUCT(NaikDslashArgs) {
  uint parity;
  real a;
  real one;
  real three;
  real phase_x_re;
  real phase_x_im;
  real phase_y_re;
  real phase_y_im;
  real phase_z_re;
  real phase_z_im;
  real phase_t_re;
  real phase_t_im;
};
