// Linear algebra on `planes` RGBA planes of a field, from plane `first` on.
#ifndef OF_FIRST_FIELD
#define OF_FIRST_FIELD  // where the host leaves it out, it is that of the kernel's first field
#endif
struct PlanesArgs {
  uint planes OF_FIRST_FIELD;
  uint first;
};
