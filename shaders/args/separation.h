// Sites of one parity, and those `dt` later in time, on lines of `extent` links around the lattice.
struct SeparationArgs {
  uint parity;
  uint dt;
  uint extent;
};
