// A stage of the gradient flow on the links at the sites of one parity: K <- keep K + eps Z, U <- exp(move K)
// U.
ARGUMENT_STRUCT(FlowArgs) {
  uint parity;
  real keep;
  real c0;  // factor of the plaquettes' staples, including eps
  real c1;  // factor of the rectangles' staples, including eps
  real move;
};
