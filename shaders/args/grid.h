// A periodic box of points in space, `planes` numbers each: x fastest, a plane after the other.
struct GridArgs {
  uint extent_x;
  uint extent_y;
  uint extent_z;
  uint planes;
  uint axis;  // along which there is something to be done
};
