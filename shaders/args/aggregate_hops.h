// Hops of near-null vectors along one direction, at the sites of `parity`.
#include "args/boundary_phases.h"
ARGUMENT_STRUCT(AggregateHopsArgs) {
  uint parity;
  uint direction;
  BOUNDARY_PHASES
};
