// Kernels that add `coefficient` times something at the sites of one parity.
struct ScaledArgs {
  uint parity;
  float coefficient;
};
