// Of a conjugate gradient for all poles of a sum: what several iterations leave to be done at once.
#ifndef OF_FIRST_FIELD
#define OF_FIRST_FIELD  // where the host leaves it out, it is that of the kernel's first field
#endif
#define MOST_KEPT 8  // iterations that can be
struct PoleArgs {
  uint reals OF_FIRST_FIELD;
  uint poles;
  uint step;  // the iteration of a block that is kept, or how many have been kept
};
