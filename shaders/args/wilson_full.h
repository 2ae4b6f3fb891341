// WilsonDslashArgs of a hop over both parities. Its result is a vector of several, of which it reads one and
// writes another.
#include "args/boundary_phases.h"
ARGUMENT_STRUCT(WilsonFullArgs) {
  uint from;
  uint to;
  real a;
  real a5;
  real b;
  real b5;
  BOUNDARY_PHASES
};
