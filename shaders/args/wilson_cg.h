// Iterations of a conjugate gradient for Wilson quarks in one launch. The even-odd matrix is
//   (a + i a5 gamma5) p + (b_even + i b5_even gamma5) H (b + i b5 gamma5) H p;
// the adjoint has the other signs of the terms with gamma5.
#include "args/boundary_phases.h"
ARGUMENT_STRUCT(WilsonCgArgs) {
  uint iterations;  // largest number; 0: only the first device-wide barrier
  uint hop_groups;  // workgroups of a hop, whose work the launch's workgroups share
  real a;
  real a5;
  real b;
  real b5;
  real b_even;
  real b5_even;
  BOUNDARY_PHASES
};
