// Kinds of CLI11 options, recognised by the option's name, its type's name and how many values it takes.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class Option;
}

namespace glueball::app {

/// Returns true if a file of options may contain the key.
bool is_config_key(const std::string& name);
/// Returns true if the value names a file that is read.
bool is_input_file(const CLI::Option& option);
/// Returns true if the value is a path and nothing else.
bool is_path(const CLI::Option& option);
/// Returns true if the option is a [[table]] of the file.
bool is_table(const CLI::Option& option);
/// Returns true if the option takes no value.
bool is_flag(const CLI::Option& option);
/// Returns true if the value is a name, where digits have no numerical meaning.
bool is_name(const CLI::Option& option);
/// Returns true if the option takes several values, as words or by semicolons.
bool takes_several(const CLI::Option& option);
/// Returns true if the option was given another value than its default. A printed configuration gives all
/// values.
bool is_given(const CLI::Option& option);
/// Joins several values with the option's separator, or with semicolons. A semicolon in a name becomes "\;",
/// and backslashes before it or at a name's end are doubled.
std::string joined(const CLI::Option& option, const std::vector<std::string>& values);
/// Splits a value of the file into the values that were joined.
std::vector<std::string> values_of(const CLI::Option& option, const std::string& value);

}  // namespace glueball::app
