#include "app/config_argument.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "app/paths.hpp"
#include "base/error.hpp"
#include "base/nearest.hpp"
#include "run/run_directory.hpp"

namespace glueball::app {
namespace {

/// Returns the file of a preset: presets/NAME.toml beside the program.
std::string preset_file(const std::string& name) {
  namespace fs = std::filesystem;
  const fs::path directory = data_directory() / "presets";
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(directory, error), end; !error && at != end; at.increment(error))
    if (at->path().extension() == ".toml") names.push_back(at->path().stem().string());
  std::ranges::sort(names);
  if (std::ranges::find(names, name) != names.end()) return (directory / (name + ".toml")).string();
  if (names.empty())
    throw Error(ErrorKind::bad_file,
                fmt::format("--preset {}: there are no presets beside the program", name),
                "give --config FILE");
  throw Error(ErrorKind::bad_value, fmt::format("--preset {}: there is no such preset", name),
              did_you_mean(name, names, fmt::format("there are {}", fmt::join(names, ", "))));
}

/// Refuses --config and --output that differ from those of a resumed run. A run resumes in its own directory:
/// no copy is made elsewhere, and its config.toml must name the right place.
void require_stays(const std::string& resume, const std::vector<std::string>& arguments) {
  for (const char* flag : {"config", "preset", "set"})
    if (const auto value = value_given(arguments, flag))
      throw Error(ErrorKind::bad_value,
                  fmt::format("--{} {}: a run that is resumed has its own options, {}/config.toml", flag,
                              *value, resume),
                  fmt::format("leave --{} out, or start a new run with it", flag));
  const auto output = value_given(arguments, "output");
  std::error_code error;
  if (!output || *output == resume || std::filesystem::equivalent(*output, resume, error)) return;
  throw Error(ErrorKind::bad_value,
              fmt::format("--output {}: a run that is resumed stays where it is, in {}", *output, resume),
              "leave --output out; to go on elsewhere, copy the run's directory and resume the copy");
}

}  // namespace

std::vector<std::string> values_given(const std::vector<std::string>& arguments, const std::string& name) {
  const std::string flag = "--" + name;
  std::vector<std::string> values;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].starts_with(flag + "=")) values.push_back(arguments[i].substr(flag.size() + 1));
    if (arguments[i] == flag && i + 1 < arguments.size()) values.push_back(arguments[i + 1]);
  }
  return values;
}

std::optional<std::string> value_given(const std::vector<std::string>& arguments, const std::string& name) {
  const auto values = values_given(arguments, name);
  return values.empty() ? std::nullopt : std::optional(values.back());
}

std::optional<ConfigArgument> config_argument(const std::vector<std::string>& arguments) {
  if (const auto resume = value_given(arguments, "resume")) {
    RunDirectory::require_run(*resume);
    require_stays(*resume, arguments);
    return ConfigArgument{*resume + "/config.toml", true};
  }
  const auto config = value_given(arguments, "config");
  if (const auto preset = value_given(arguments, "preset")) {
    if (config)
      throw Error(ErrorKind::bad_value,
                  fmt::format("--preset {} and --config {} are given", *preset, *config),
                  "the one is in place of the other");
    return ConfigArgument{preset_file(*preset)};
  }
  if (config) return ConfigArgument{find_input(*config)};
  return std::nullopt;
}

}  // namespace glueball::app
