#include "app/option_kinds.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <set>

#include "app/options.hpp"

namespace glueball::app {

bool is_config_key(const std::string& name) {
  static const std::set<std::string> of_command_line{"help", "config",       "preset",
                                                     "set",  "print-config", "resume"};
  return !of_command_line.contains(name);
}

bool is_input_file(const CLI::Option& option) {
  return option.get_type_name().find("FILE") != std::string::npos;
}

bool is_path(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return type == "FILE" || type == "PATH" || type == "DIR";
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

bool is_given(const CLI::Option& option) {
  if (option.count() == 0) return false;
  const std::string value = joined(option, option.reduced_results()), usual = option.get_default_str();
  return value != usual && !(is_flag(option) && value == "false" && usual.empty());
}

std::string joined(const CLI::Option& option, const std::vector<std::string>& values) {
  const char between = option.get_delimiter() != '\0' ? option.get_delimiter() : ';';
  const std::string type = option.get_type_name();
  const bool names =
      takes_several(option) && std::ranges::any_of(std::array{"FILE", "PATH", "DIR"}, [&](const char* word) {
        return type.find(word) != std::string::npos;
      });
  std::string text;
  for (std::size_t n = 0; n < values.size(); ++n) {
    std::size_t backslashes = 0;
    for (const char c : values[n]) {
      if (c == ';' && names) text.append(backslashes + 1, '\\');
      backslashes = c == '\\' ? backslashes + 1 : 0;
      text += c;
    }
    if (n + 1 == values.size()) break;
    if (names) text.append(backslashes, '\\');
    text += between;
  }
  return text;
}

std::vector<std::string> values_of(const CLI::Option& option, const std::string& value) {
  if (!takes_several(option)) return {value};
  std::vector<std::string> values(1);
  std::size_t backslashes = 0;  // count before the current character
  for (const char c : value) {
    std::string& last = values.back();
    if (c == ';') last.resize(last.size() - (backslashes + 1) / 2);
    if (c == ';' && backslashes % 2 == 0)
      values.emplace_back();
    else
      last += c;
    backslashes = c == '\\' ? backslashes + 1 : 0;
  }
  return values;
}

}  // namespace glueball::app
