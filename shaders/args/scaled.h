// Kernels that add `coefficient` times something at the sites of one parity.
ARGUMENT_STRUCT(ScaledArgs) {
  uint parity;
  real coefficient;
};
