// Finds the file of a command's options before its flags are parsed.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace glueball::app {

/// Returns the value of each flag --name among the arguments.
std::vector<std::string> values_given(const std::vector<std::string>& arguments, const std::string& name);
/// Returns the value of the last flag --name among the arguments.
std::optional<std::string> value_given(const std::vector<std::string>& arguments, const std::string& name);

struct ConfigArgument {
  std::filesystem::path file;
  bool of_run = false;  ///< true if the resumed run wrote it; false if a user did
};

/// Returns the file of --config or of the run that --resume names; nothing if neither is given. Throws as
/// RunDirectory::require_run does, and Error(bad_value) if --resume comes with another --config or --output.
std::optional<ConfigArgument> config_argument(const std::vector<std::string>& arguments);

}  // namespace glueball::app
