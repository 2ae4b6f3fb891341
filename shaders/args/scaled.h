// Kernels that add a term times `coefficient` at the sites of one parity.
ARGUMENT_STRUCT(ScaledArgs) {
  uint parity;
  real coefficient;
};
