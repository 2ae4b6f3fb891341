// Linear combinations of fields of `planes` RGBA planes.
ARGUMENT_STRUCT(LinearArgs) {
  uint planes;
  real a;
  real b;
};
