// Kernels that work along one direction.
struct DirectionArgs {
  uint mu;
};
