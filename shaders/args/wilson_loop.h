// Planar loops of `a` links along mu and `b` links along nu that start at the sites of one parity.
struct WilsonLoopArgs {
  uint parity;
  uint mu;
  uint nu;
  uint a;
  uint b;
};
