// Relaxation of the gauge at the sites of one parity; see lib/gauge_fixing.glsl.
ARGUMENT_STRUCT(RelaxArgs) {
  uint parity;
  uint power;  // method for the step's power omega: 0 exact, 1 or 2 its expansion to that order
  real omega;
};
