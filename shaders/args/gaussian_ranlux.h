// Gaussians for all numbers of a field.
ARGUMENT_STRUCT(GaussianRanluxArgs) {
  uint reals;  // numbers a site, an even count
  uint skipped;  // skipped numbers of RANLUX, see lib/ranlux.glsl
  real scale;    // their standard deviation
};
