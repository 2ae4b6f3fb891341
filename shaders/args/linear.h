// Linear combinations of fields of `planes` RGBA planes.
struct LinearArgs {
  uint planes;
  float a;
  float b;
};
