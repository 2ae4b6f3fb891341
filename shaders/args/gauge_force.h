// The force of the gauge actions of the c1 family at the sites of one parity.
ARGUMENT_STRUCT(GaugeForceArgs) {
  uint parity;
  real c0;  // factor of the plaquette's staples, coefficients of the action and the step included
  real c1;  // the same of the rectangles'
};
