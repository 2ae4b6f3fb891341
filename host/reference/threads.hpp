// When a loop over sites is worth more than one thread.
#pragma once

#include <cstddef>

namespace glueball::reference {

/// Below this many sites a hop takes about as long as waking the threads (tens of microseconds).
inline constexpr std::size_t kThreadedSites = 1024;

}  // namespace glueball::reference
