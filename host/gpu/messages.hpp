// Messages of drivers, validation layers and debug contexts.
#pragma once

#include <functional>
#include <string>
#include <utility>

namespace glueball::gpu {

/// A function that gets one line at a time, on the thread that calls the driver.
using Log = std::function<void(const std::string& line)>;

/// Counts messages of validation layers and debug contexts and passes each to the log.
class Messages {
 public:
  explicit Messages(Log log) : log_(std::move(log)) {}

  void count() { ++count_; }
  void tell(const std::string& line) const {
    if (log_) log_(line);
  }
  int counted() const { return count_; }

 private:
  Log log_;
  int count_ = 0;
};

}  // namespace glueball::gpu
