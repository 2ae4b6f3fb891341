// Kernels that work on the sites of one parity and need nothing else.
struct SiteArgs {
  uint parity;
};
