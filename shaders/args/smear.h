// Smeared links P[keep U + staple sum of the staples] at the sites of one parity.
ARGUMENT_STRUCT(SmearArgs) {
  uint parity;
  real keep;
  real staple;
  uint polar;  // how to come back to SU(3), see lib/project.glsl
  uint slot;   // which link of the field that is written: 0..3, or 0..11 where there are three a direction
};
