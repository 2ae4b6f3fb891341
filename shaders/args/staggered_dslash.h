// out(x) = a x(x) + b (D psi)(x) at the sites of `parity`.
#include "args/boundary_phases.h"
ARGUMENT_STRUCT(StaggeredDslashArgs) {
  uint parity;
  real a;
  real b;
  BOUNDARY_PHASES
};
