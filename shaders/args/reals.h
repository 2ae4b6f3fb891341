// Linear algebra on `reals` numbers a site of a field, from number `first` on.
#ifndef OF_FIRST_FIELD
#define OF_FIRST_FIELD  // the host may omit it and take that of the kernel's first field
#endif
struct RealsArgs {
  uint reals OF_FIRST_FIELD;
  uint first;
};
