// A group of options in --help.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace glueball::app {

class OptionGroup {
 public:
  OptionGroup(CLI::App& table, std::string name) : table_(table), name_(std::move(name)) {}

  /// Adds an option whose default is printed.
  template <class T>
  CLI::Option* add(const char* option, T& value, const std::string& text, const char* type) const {
    return table_.add_option(option, value, text)->type_name(type)->capture_default_str()->group(name_);
  }
  CLI::Option* flag(const char* option, bool& value, const std::string& text) const {
    return table_.add_flag(option, value, text)->group(name_);
  }
  /// Adds an option without a default.
  template <class T>
  CLI::Option* add_plain(const char* option, T& value, const std::string& text, const char* type) const {
    return table_.add_option(option, value, text)->type_name(type)->group(name_);
  }

 private:
  CLI::App& table_;
  std::string name_;
};

}  // namespace glueball::app
