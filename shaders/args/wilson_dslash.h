// out(x) = (a + i a5 gamma5) x(x) + (b + i b5 gamma5) (H psi)(x) at the sites of `parity`.
#include "args/boundary_phases.h"
ARGUMENT_STRUCT(WilsonDslashArgs) {
  uint parity;
  real a;
  real a5;
  real b;
  real b5;
  BOUNDARY_PHASES
};
