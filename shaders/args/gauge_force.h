// The force of the gauge actions of the c1 family at the sites of one parity.
ARGUMENT_STRUCT(GaugeForceArgs) {
  uint parity;
  real c0;  // factor of the plaquettes' staples, including the action's coefficient and the step
  real c1;  // factor of the rectangles' staples, likewise
};
