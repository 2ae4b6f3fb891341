// Fat links along mu at the sites of `parity`, from staples within staples.
ARGUMENT_STRUCT(FatLinksArgs) {
  uint parity;
  uint mu;
  real a;  // weights, see the kernels
  real b;
  real c;
  real d;
};
