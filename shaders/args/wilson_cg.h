// Iterations of a conjugate gradient for Wilson quarks in one launch: the even-odd matrix is
//   (a + i a5 gamma5) p + (b_even + i b5_even gamma5) H (b + i b5 gamma5) H p,
// the signs of those with gamma5 exchanged where it is daggered.
#include "args/boundary_phases.h"
ARGUMENT_STRUCT(WilsonCgArgs) {
  uint iterations;  // at most; 0: workgroups meet, and that is all
  uint hop_groups;  // the workgroups of a hop, which those of the launch share
  real a;
  real a5;
  real b;
  real b5;
  real b_even;
  real b5_even;
  BOUNDARY_PHASES
};
