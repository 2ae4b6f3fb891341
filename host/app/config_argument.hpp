// Which file the options of a command come from, before its flags are parsed.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace glueball::app {

/// What each flag --name among the arguments was given.
std::vector<std::string> values_given(const std::vector<std::string>& arguments, const std::string& name);
/// What the last flag --name among the arguments was given.
std::optional<std::string> value_given(const std::vector<std::string>& arguments, const std::string& name);

struct ConfigArgument {
  std::filesystem::path file;
  bool of_run = false;  ///< written by the run that goes on, not by people
};

/// The file of --config, or of the run that --resume goes on with; nothing where neither is given. Throws as
/// RunDirectory::require_run does, and Error(bad_value) where --resume comes with another --config or
/// --output.
std::optional<ConfigArgument> config_argument(const std::vector<std::string>& arguments);

}  // namespace glueball::app
