// Transporters along straight lines of direction mu, at the sites of one parity. `link` is the number of
// their links among the links of a site.
struct LineArgs {
  uint parity;
  uint mu;
  uint link;
};
