// Forces of a hopping term at the links from the sites of `parity`: p += coefficient * (...); phases as in
// args/wilson_dslash.h.
ARGUMENT_STRUCT(HopForceArgs) {
  uint parity;
  real coefficient;
  real phase_x_re;
  real phase_x_im;
  real phase_y_re;
  real phase_y_im;
  real phase_z_re;
  real phase_z_im;
  real phase_t_re;
  real phase_t_im;
};
