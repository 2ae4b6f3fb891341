// glueball devices under mpirun.
#pragma once

#include "app/setup.hpp"

namespace glueball::app {

/// A line a rank: its device, and by which transports and in what time it exchanges ghosts with its
/// neighbours, on a small lattice by --ranks. Prints on the first rank; returns the exit status.
int list_ranks(const CommonOptions& options, Setup& setup);

}  // namespace glueball::app
