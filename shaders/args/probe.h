// Test kernels of shaders/lib: `count` items, one for each invocation.
struct ProbeArgs {
  uint count;
};
