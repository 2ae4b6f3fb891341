// What kind of option one of CLI11's is, by its name, its type's name and how many values it takes.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class Option;
}

namespace glueball::app {

/// Whether a file of options may hold it.
bool is_config_key(const std::string& name);
/// Whether its value names a file that is read.
bool is_input_file(const CLI::Option& option);
/// Whether it is a [[table]] of the file.
bool is_table(const CLI::Option& option);
/// Whether it takes no value.
bool is_flag(const CLI::Option& option);
/// Whether its value is a name, in which digits are letters like others.
bool is_name(const CLI::Option& option);
/// Whether it takes several values, by words or semicolons.
bool takes_several(const CLI::Option& option);
/// What an option was given, several times by way of what it is parted by, or of semicolons. One in a name is
/// written "\;", and backslashes before it, or at a name's end, twice.
std::string joined(const CLI::Option& option, const std::vector<std::string>& values);
/// What a value in the file gives to the option: the values that were joined.
std::vector<std::string> values_of(const CLI::Option& option, const std::string& value);

}  // namespace glueball::app
