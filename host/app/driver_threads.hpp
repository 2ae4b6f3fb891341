// How many threads Mesa's CPU drivers run a kernel with. Mesa takes LP_NUM_THREADS from the environment,
// once, when a driver is loaded, and as many as there are processors without it. No result depends on it.
#pragma once

#include <cstddef>

namespace glueball::app {

/// Whether kernels on a lattice of so many sites take less time in the thread that launches them than shared
/// out among so many processors: threads are woken for every kernel.
bool one_thread_suits(std::size_t sites, int processors);

/// Has CPU drivers do so where it suits, unless the user has said otherwise. To be called before a device is
/// looked for; `sites` are those of the lattice on this rank, 0 where they are not known yet.
void set_driver_threads(std::size_t sites, int processors);

}  // namespace glueball::app
