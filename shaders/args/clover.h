// The densities of action and charge at the sites of one parity.
struct CloverArgs {
  uint parity;
  uint keep_trace;  // keep the trace of the field strength
  uint accumulate;  // add to the content of the density field
  uint first;  // first site of the parity, if only later ones are wanted
  // Weights of the clovers of m x n loops in the field strength, in units of 1 / denominator. They are unused
  // if there are only those of 1 x 1.
  int share_11, share_22, share_33, share_12, share_13, denominator;
};
