// A conjugate gradient for all poles of a sum: several iterations' updates are kept and done at once.
#ifndef OF_FIRST_FIELD
#define OF_FIRST_FIELD  // the host may omit it and take that of the kernel's first field
#endif
#define MOST_KEPT 8  // largest number of kept iterations
struct PoleArgs {
  uint reals OF_FIRST_FIELD;
  uint poles;
  uint step;  // number of the kept iteration in its block, or the number of kept ones
};
