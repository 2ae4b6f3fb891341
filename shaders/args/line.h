// Transporters along straight lines of direction mu, at the sites of one parity; `link`: the number of their
// links among those that there are at a site.
struct LineArgs {
  uint parity;
  uint mu;
  uint link;
};
