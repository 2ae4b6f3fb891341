// out(x) = (a + i a5 gamma5) x(x) + (b + i b5 gamma5) (H psi)(x) at the sites of `parity`. The phases are
// what a fermion takes on the links that wrap in x, y, z, t, where they are not signs.
ARGUMENT_STRUCT(WilsonDslashArgs) {
  uint parity;
  real a;
  real a5;
  real b;
  real b5;
  real phase_x_re;
  real phase_x_im;
  real phase_y_re;
  real phase_y_im;
  real phase_z_re;
  real phase_z_im;
  real phase_t_re;
  real phase_t_im;
};
