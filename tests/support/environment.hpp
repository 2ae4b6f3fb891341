// This sets a variable of the environment for as long as a test wants it.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

namespace glueball::test {

/// Has `value` in place of what was there, or is not set where there is none; afterwards it is as it was.
class Variable {
 public:
  Variable(std::string name, const std::optional<std::string>& value) : name_(std::move(name)) {
    if (const char* const set = std::getenv(name_.c_str())) before_ = set;
    put(value);
  }
  ~Variable() { put(before_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  void put(const std::optional<std::string>& value) const {
    if (value)
      setenv(name_.c_str(), value->c_str(), 1);
    else
      unsetenv(name_.c_str());
  }

  std::string name_;
  std::optional<std::string> before_;
};

}  // namespace glueball::test
