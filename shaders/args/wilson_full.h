// WilsonDslashArgs of a hop over both parities; its result is a vector of several, of which it reads one and
// writes another.
ARGUMENT_STRUCT(WilsonFullArgs) {
  uint from;
  uint to;
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
