#include "app/config_argument.hpp"

#include <fmt/format.h>

#include <system_error>

#include "app/paths.hpp"
#include "base/error.hpp"
#include "run/run_directory.hpp"

namespace glueball::app {
namespace {

/// Refuses --config and --output that differ from those of a resumed run. A run resumes in its own directory:
/// no copy is made elsewhere, and its config.toml must name the right place.
void require_stays(const std::string& resume, const std::vector<std::string>& arguments) {
  if (const auto config = value_given(arguments, "config"))
    throw Error(
        ErrorKind::bad_value,
        fmt::format("--config {}: a run that is resumed has its own, {}/config.toml", *config, resume),
        "leave --config out, or start a new run with it");
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
  if (const auto config = value_given(arguments, "config")) return ConfigArgument{find_input(*config)};
  return std::nullopt;
}

}  // namespace glueball::app
