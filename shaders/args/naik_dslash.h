// out(x) = a x(x) + one (D_1 psi)(x) + three (D_3 psi)(x) at the sites of `parity`. D_1 and D_3 are sums over
// hops of one step and of three.
#include "args/boundary_phases.h"
ARGUMENT_STRUCT(NaikDslashArgs) {
  uint parity;
  real a;
  real one;
  real three;
  BOUNDARY_PHASES
};
