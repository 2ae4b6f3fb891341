// A TOML file of options: read key by key with line numbers, so that every complaint can name its place.
#pragma once

#include <string>
#include <vector>

namespace glueball::app {

struct ConfigEntry {
  std::string key;
  std::string value;  ///< without quotes; the members of a list joined by commas
  int line = 0;
};

/// Reads `path` (CLI11's TOML reader does the values). Keys may stand in a section named `section` or in
/// none. Throws Error(bad_input) for a file that cannot be read, Error(usage) with file and line for what is
/// no TOML.
std::vector<ConfigEntry> read_config(const std::string& path, const std::string& section);

/// `key = value` as TOML: numbers and booleans bare, comma-separated numbers as a list, all else quoted.
std::string toml_line(const std::string& key, const std::string& value);

}  // namespace glueball::app
