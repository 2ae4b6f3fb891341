// A periodic box of points in space with `planes` numbers each: x fastest, one plane after the other.
struct GridArgs {
  uint extent_x;
  uint extent_y;
  uint extent_z;
  uint planes;
  uint axis;  // axis that the kernel works along
};
