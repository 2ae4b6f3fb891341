// The number of threads with which Mesa's CPU drivers run a kernel. A driver reads LP_NUM_THREADS from the
// environment once, when it is loaded; its default is the number of processors. No result depends on it.
#pragma once

#include <cstddef>

namespace glueball::app {

/// Returns true if kernels on a lattice of so many sites are faster in the launching thread than in all of so
/// many processors. Threads are woken for every kernel.
bool one_thread_suits(std::size_t sites, int processors);

/// Sets one thread for CPU drivers if it is faster and the user has set nothing else. Call this before
/// looking for a device. `sites` counts the lattice on this rank; 0 if it is unknown yet.
void set_driver_threads(std::size_t sites, int processors);

}  // namespace glueball::app
