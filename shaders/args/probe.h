// Probes of shaders/lib: `count` items, one an invocation.
struct ProbeArgs {
  uint count;
};
