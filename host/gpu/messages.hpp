// What a driver says of its use.
#pragma once

#include <functional>
#include <string>
#include <utility>

namespace glueball::gpu {

/// Is told one line at a time, on the thread that calls the driver.
using Log = std::function<void(const std::string& line)>;

/// Messages of validation layers and debug contexts: each is counted, and told to whoever wants to hear.
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
