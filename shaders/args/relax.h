// Relaxation of the gauge at the sites of one parity; see lib/gauge_fixing.glsl.
ARGUMENT_STRUCT(RelaxArgs) {
  uint parity;
  uint power;  // how the step's power omega is taken: 0 exactly, 1 or 2 by its expansion to that order
  real omega;
};
