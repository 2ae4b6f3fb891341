// Waiting for a device without going to sleep.
#pragma once

#include <chrono>
#include <thread>

#include "gpu/info.hpp"

namespace glueball::gpu {

/// Asks `done` until it says so or 200 ms are over; whether it said so. Never of a driver on the CPU, whose
/// threads need the core.
///
/// Why: a host that sleeps in the driver is woken late, on an H200 in a container now and then by 5 to 10 ms.
/// A solver on the device waits a few ms at a time: 32 iterations of CG that took the device 10 ms took 35 by
/// the clock, or 10, from run to run. With 20 ms what took 27 took 52 as often as not.
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
