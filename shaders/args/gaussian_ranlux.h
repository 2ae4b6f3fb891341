// Gaussians into every plane of a field.
ARGUMENT_STRUCT(GaussianRanluxArgs) {
  uint planes;
  uint reals;    // a site, an even number: those of the last plane beyond are 0
  uint skipped;  // numbers of RANLUX, see lib/ranlux.glsl
  real scale;    // their standard deviation
};
