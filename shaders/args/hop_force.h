// Forces of a hop on the links from the sites of `parity`: p += coefficient * (...).
#include "args/boundary_phases.h"
ARGUMENT_STRUCT(HopForceArgs) {
  uint parity;
  real coefficient;
  BOUNDARY_PHASES
};
