// A TOML file of options: read key by key with line numbers, so that every complaint can name its place.
#pragma once

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

namespace glueball::app {

struct ConfigEntry {
  std::string key;
  std::string
      value;  ///< without quotes; the members of a list joined by commas; of a table "key=value,key=value"
  int line = 0;
  std::map<std::string, int> lines{};  ///< of a table's keys
};

/// As much of what a file says as a reader needs to find it there.
std::string shown(const std::string& text);
/// `message` with the key and the value of that entry, and the parts of a table or list, no longer than that.
std::string shortened(std::string message, const ConfigEntry& entry);

/// Reads `path`; values are read by CLI11's TOML reader. Keys stand in a section named `section` or in
/// none. For a `name` of `tables`, what follows [[name]] is one entry of that name. Throws Error(bad_file)
/// for a file that cannot be read, Error(bad_value) with file and line for what is no TOML.
std::vector<ConfigEntry> read_config(const std::string& path, const std::string& section,
                                     const std::vector<std::string>& tables = {});
/// The same from a stream; `path` is its name.
std::vector<ConfigEntry> read_config(std::istream& file, const std::string& path, const std::string& section,
                                     const std::vector<std::string>& tables);

/// `key = value` as TOML: numbers and booleans bare, comma-separated numbers as a list, all else quoted, with
/// escapes where no quotes hold it as it is.
std::string toml_line(const std::string& key, const std::string& value);
/// `[[name]]` and the lines of a table given as "key=value,key=value".
std::string toml_table(const std::string& name, const std::string& value);

}  // namespace glueball::app
