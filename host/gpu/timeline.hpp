// A count that only rises, which devices and hosts wait for: those of other processes too.
#pragma once

#include <cstdint>

namespace glueball::gpu {

class Timeline {
 public:
  Timeline() = default;
  virtual ~Timeline() = default;
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;

  /// Stands for it in another process (Device::import_timeline): the caller's to close. -1: there is none.
  virtual int descriptor() = 0;
  /// Whether it comes to `value` within so many seconds.
  virtual bool reaches(std::uint64_t value, double seconds) = 0;
  /// By the host.
  virtual void raise(std::uint64_t value) = 0;
};

}  // namespace glueball::gpu
