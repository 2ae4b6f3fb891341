// Kernels that work on the sites of one parity and need no other arguments.
struct SiteArgs {
  uint parity;
};
