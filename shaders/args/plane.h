// One RGBA plane of a field.
struct PlaneArgs {
  uint plane;
};
