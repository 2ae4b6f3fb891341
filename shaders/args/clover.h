// The densities of action and charge at the sites of one parity.
struct CloverArgs {
  uint parity;
  uint keep_trace;  // of the field strength
  uint accumulate;  // add to what the density field holds
  uint first;       // site of the parity, where only those from there on are wanted
  // Shares of the clovers of m x n loops in the field strength, in units of 1 / denominator; not read where
  // there are those of 1 x 1 alone.
  int share_11, share_22, share_33, share_12, share_13, denominator;
};
