// Linear combinations of fields of `reals` numbers a site.
#ifndef OF_FIRST_FIELD
#define OF_FIRST_FIELD  // the host may omit it and take that of the kernel's first field
#endif
ARGUMENT_STRUCT(LinearArgs) {
  uint reals OF_FIRST_FIELD;
  real a;
  real b;
};
