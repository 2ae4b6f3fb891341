// The values of a subcommand's options, for config.toml and --print-config.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "app/option_kinds.hpp"
#include "app/options.hpp"
#include "app/paths.hpp"
#include "io/place.hpp"

namespace glueball::app {
namespace {

/// Returns the absolute path that a value of the option means. A value that is no path, such as hot, stays.
std::string absolute_path(const CLI::Option& option, const std::string& value) {
  std::error_code error;
  if (is_input_file(option))
    if (const auto path = find_input(value); std::filesystem::is_regular_file(path, error))
      return std::filesystem::weakly_canonical(path).string();
  return is_path(option) && !value.empty() ? io::real_place(value).string() : value;
}

/// Returns the values as given, or the defaults if nothing was given. Paths are absolute, so that a run that
/// is resumed elsewhere reads and writes the same files.
ConfigValues values_held(const CLI::App& command, bool given) {
  ConfigValues values(command.get_name());
  for (const CLI::Option* option : command.get_options({})) {
    if (option->get_lnames().empty()) continue;
    if (is_table(*option)) {
      if (!given) continue;
      for (const auto& table : option->results()) values.add_table(option->get_lnames().front(), table);
      continue;
    }
    const std::string& name = option->get_lnames().front();
    if (name == "force" || name == "view" || name == "scene" || !is_config_key(name)) continue;
    std::string value =
        given && option->count() > 0 ? joined(*option, option->reduced_results()) : option->get_default_str();
    if (is_flag(*option) && value.empty()) value = "false";
    if (value.empty()) continue;
    // A default word such as "cold" is not the name of a file.
    if ((is_input_file(*option) || is_path(*option)) && value != option->get_default_str()) {
      std::vector<std::string> paths = values_of(*option, value);
      for (std::string& path : paths) path = absolute_path(*option, path);
      value = joined(*option, paths);
    }
    values.add(option->get_group(), name, value);
  }
  return values;
}

}  // namespace

ConfigValues config_values(const CLI::App& command) { return values_held(command, true); }

ConfigValues default_config_values(const CLI::App& command) { return values_held(command, false); }

}  // namespace glueball::app
