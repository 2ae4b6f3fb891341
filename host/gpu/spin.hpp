// Waits for a device without sleeping.
#pragma once

#include <chrono>
#include <thread>

#include "gpu/info.hpp"

namespace glueball::gpu {

/// Calls `done` until it returns true or 200 ms have passed; returns its last result. CPU drivers are never
/// polled, because their threads need the core.
///
/// A host that sleeps in the driver wakes up late, on an H200 in a container sometimes by 5 to 10 ms. A
/// solver on the device waits a few ms at a time. 32 iterations of CG that took the device 10 ms took 35 or
/// 10 ms of wall time, from run to run. With a limit of 20 ms, 27 ms often became 52 ms.
template <class Done>
bool spin(DeviceType type, Done done) {
  if (type == DeviceType::software) return false;
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
  do {
    for (int n = 0; n < 64; ++n)
      if (done()) return true;
    std::this_thread::yield();
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

}  // namespace glueball::gpu
