#include "app/driver_threads.hpp"

#include <cstdlib>

namespace glueball::app {
namespace {

constexpr const char* kThreadsVariable = "LP_NUM_THREADS";

/// Waking threads takes about 120 us, as long as one thread needs for so many sites of a hop. On two
/// processors hmc on 8^4 takes 5.5 s in one thread and 7.1 s in two through Vulkan, 5.4 s and 6.0 s through
/// OpenGL. A solve in one thread takes .25 of the time in two on 4^4, .97 on 8^4, 1.04 on 10^4 and 1.1 to 1.5
/// on 12^4.
constexpr double kSitesOfWaking = 2048;

}  // namespace

bool one_thread_suits(std::size_t sites, int processors) {
  return double(sites) * (processors - 1) <= kSitesOfWaking * processors;
}

void set_driver_threads(std::size_t sites, int processors) {
  if (sites != 0 && one_thread_suits(sites, processors)) setenv(kThreadsVariable, "0", 0);
}

}  // namespace glueball::app
