// A monotonic counter that devices and hosts wait for, also those of other processes.
#pragma once

#include <cstdint>

namespace glueball::gpu {

class Timeline {
 public:
  Timeline() = default;
  virtual ~Timeline() = default;
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;

  /// Returns a descriptor for another process (Device::import_timeline), which the caller must close; -1:
  /// none.
  virtual int descriptor() = 0;
  /// Returns true if it reaches `value` within so many seconds.
  virtual bool reaches(std::uint64_t value, double seconds) = 0;
  /// Raises it from the host.
  virtual void raise(std::uint64_t value) = 0;
};

}  // namespace glueball::gpu
