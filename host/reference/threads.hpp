// The size from which loops over sites use several threads.
#pragma once

#include <cstddef>

namespace glueball::reference {

/// Below this number of sites a hop takes about as long as waking the threads (tens of microseconds).
inline constexpr std::size_t kThreadedSites = 1024;

}  // namespace glueball::reference
