// The densities of action and charge at the sites of one parity.
struct CloverArgs {
  uint parity;
  uint keep_trace;  // of the field strength
  uint accumulate;  // add to what the density field holds
  uint first;       // site of the parity, where only those from there on are wanted
};
