// Kernels that draw random numbers at the sites of one parity; see lib/philox.glsl.
struct RandomArgs {
  uint parity;
  uint seed_low;
  uint seed_high;
  uint step;
  uint stream;
};
