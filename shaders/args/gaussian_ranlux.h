// Gaussians for all numbers of a field.
ARGUMENT_STRUCT(GaussianRanluxArgs) {
  uint reals;    // a site, an even number
  uint skipped;  // numbers of RANLUX, see lib/ranlux.glsl
  real scale;    // their standard deviation
};
