// glueball devices under mpirun.
#pragma once

#include "app/setup.hpp"

namespace glueball::app {

/// Prints a line for each rank: its device, and the transports and the time of a halo exchange with its
/// neighbours on a small lattice split by --ranks. Rank 0 prints. Returns the exit status.
int list_ranks(const CommonOptions& options, Setup& setup);

}  // namespace glueball::app
