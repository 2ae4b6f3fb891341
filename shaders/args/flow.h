// A stage of the gradient flow on the links at the sites of one parity: K <- keep K + eps Z, U <- exp(move K)
// U.
ARGUMENT_STRUCT(FlowArgs) {
  uint parity;
  real keep;
  real c0;  // factors of the staples, eps included: of the plaquettes
  real c1;  // and of the rectangles
  real move;
};
