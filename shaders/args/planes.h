// Linear algebra on `planes` RGBA planes of a field, from plane `first` on.
struct PlanesArgs {
  uint planes;
  uint first;
};
