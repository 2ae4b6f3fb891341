// Reductions over fields of `planes` RGBA planes.
struct PlanesArgs {
  uint planes;
};
