// Transporters along straight lines of direction mu, at the sites of one parity.
struct LineArgs {
  uint parity;
  uint mu;
};
