// Reads a TOML file of options key by key, with line numbers, so that every error names its line.
#pragma once

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

namespace glueball::app {

struct ConfigEntry {
  std::string key;
  /// The value without quotes. The members of a list are joined by commas; a table is "key=value,key=value".
  std::string value;
  int line = 0;
  std::map<std::string, int> lines{};  ///< the line of each key of a table
  std::string old_key{};               ///< what the file says, where the key is called otherwise now
};

/// Returns the text, cut to a length that lets a reader find it in the file.
std::string shown(const std::string& text);
/// Returns `message` with the key, the value and the parts of a table or list of that entry cut as `shown`
/// does.
std::string shortened(std::string message, const ConfigEntry& entry);

/// Reads `path`; CLI11's TOML reader reads the values. Keys are in a section named `section` or in none. For
/// a `name` of `tables`, the lines after [[name]] are one entry of that name. Throws Error(bad_file) for a
/// file that cannot be read, Error(bad_value) with file and line for text that is not TOML.
std::vector<ConfigEntry> read_config(const std::string& path, const std::string& section,
                                     const std::vector<std::string>& tables = {});
/// Reads from a stream; `path` is its name in errors.
std::vector<ConfigEntry> read_config(std::istream& file, const std::string& path, const std::string& section,
                                     const std::vector<std::string>& tables);

/// Returns `key = value` as TOML: numbers and booleans bare, comma-separated numbers as a list, all else in
/// quotes, with escapes if they are needed.
std::string toml_line(const std::string& key, const std::string& value);
/// Returns `[[name]]` and the lines of a table that is given as "key=value,key=value".
std::string toml_table(const std::string& name, const std::string& value);

}  // namespace glueball::app
