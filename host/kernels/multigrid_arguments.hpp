// Argument structs of multigrid's kernels, as C++ sees them (kernels/arguments.hpp).
#pragma once

#include "kernels/arguments.hpp"

namespace glueball::args {

#define ARGUMENT_STRUCT(T) \
  template <class real>    \
  struct T
#include "args/aggregate_hops.h"
#include "args/gcr_scalars.h"
#include "args/multigrid.h"
#undef ARGUMENT_STRUCT
#undef BOUNDARY_PHASES

}  // namespace glueball::args
