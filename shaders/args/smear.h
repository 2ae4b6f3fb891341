// Smeared links P[keep U + staple sum of the staples] at the sites of one parity.
ARGUMENT_STRUCT(SmearArgs) {
  uint parity;
  real keep;
  real staple;
  uint polar;  // projection to SU(3), see lib/project.glsl
  uint slot;  // link of the output field: 0..3, or 0..11 for fields with three links a direction
};
