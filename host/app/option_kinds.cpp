#include "app/option_kinds.hpp"

#include <CLI/CLI.hpp>

#include "app/options.hpp"

namespace glueball::app {

bool is_config_key(const std::string& name) {
  return name != "help" && name != "config" && name != "print-config" && name != "resume";
}

bool is_input_file(const CLI::Option& option) {
  return option.get_type_name().find("FILE") != std::string::npos;
}

bool is_table(const CLI::Option& option) { return option.get_type_name() == kTable; }

bool is_flag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }

bool is_name(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  for (const char* word : {"FILE", "DIR", "PATH", "NAME", "KIND", "SOURCE", "URI", "TEXT"})
    if (type.find(word) != std::string::npos) return true;
  return is_table(option) || is_flag(option);
}

bool takes_several(const CLI::Option& option) {
  return option.get_items_expected_max() > 1 && option.get_delimiter() == '\0' && !is_table(option);
}

std::vector<std::string> values_of(const CLI::Option& option, const std::string& value) {
  if (!is_input_file(option) || !takes_several(option)) return {value};
  return CLI::detail::split(value, ';');
}

}  // namespace glueball::app
