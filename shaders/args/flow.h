// A stage of the gradient flow on the links at the sites of one parity: K <- keep K + eps Z, U <- exp(move K) U.
struct FlowArgs {
  uint parity;
  float keep;
  float c0;  // factors of the staples, eps included: of the plaquettes
  float c1;  // and of the rectangles
  float move;
};
