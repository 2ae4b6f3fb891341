// An error about one of several values of an option.
#pragma once

#include "base/error.hpp"

namespace glueball {

/// An error about one value of an option that may be given several times, and a key of it: "monomial 1: beta:
/// ..." for the second --monomial. The caller that read the value adds its line.
class OptionError : public Error {
 public:
  /// `index` counts from 0.
  OptionError(const std::string& option, std::size_t index, const std::string& key, const std::string& what,
              const std::string& hint = {})
      : Error(ErrorKind::bad_value,
              option + " " + std::to_string(index) + ": " + (key.empty() ? "" : key + ": ") + what, hint),
        option_(option),
        index_(index),
        key_(key) {}

  const std::string& option() const noexcept { return option_; }
  std::size_t index() const noexcept { return index_; }
  const std::string& key() const noexcept { return key_; }

 private:
  std::string option_;
  std::size_t index_;
  std::string key_;
};

}  // namespace glueball
