#include "app/option_needs.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/help_format.hpp"
#include "app/option_kinds.hpp"
#include "base/error.hpp"

namespace glueball::app {
namespace {

/// Returns the parts of "a, b or c".
std::vector<std::string> alternatives_of(std::string text) {
  const std::string last = " or ";
  for (std::size_t at = text.find(last); at != std::string::npos; at = text.find(last))
    text.replace(at, last.size(), ", ");
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(", ", begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 2;
  }
  return parts;
}

/// True if the word is one of the option's values, which are parted by commas and may have parameters.
bool has_word(const CLI::Option& option, const std::string& word) {
  const std::string all =
      option.count() > 0 ? joined(option, option.reduced_results()) : option.get_default_str();
  for (const std::string& one : CLI::detail::split(all, ','))
    if (one.substr(0, one.find_first_of(":@=")) == word) return true;
  return false;
}

}  // namespace

bool holds(CLI::App& table, const std::string& need) {
  const CLI::Option* option = nullptr;
  for (const std::string& part : alternatives_of(need)) {
    const std::size_t space = std::min(part.find(' '), part.size());
    const bool names = part.starts_with("--");
    if (names) option = table.get_option(part.substr(0, space));
    const std::string word = names ? part.substr(std::min(space + 1, part.size())) : part;
    if (word.empty() ? is_given(*option) : has_word(*option, word)) return true;
  }
  return false;
}

void acts_only(CLI::App& table, const std::vector<std::string>& options, const std::string& need,
               std::function<bool()> met) {
  for (const std::string& name : options)
    help_format(table).needs.push_back({table.get_option(name), need, met});
}

void acts_with(CLI::App& table, const std::vector<std::string>& options, const std::string& need) {
  acts_only(table, options, "with " + need, [&table, need] { return holds(table, need); });
}

void refuse_idle_options(CLI::App& command, const std::vector<std::string>& arguments,
                         const std::string& file, const std::vector<ConfigEntry>& entries) {
  for (const HelpFormat::Need& need : help_format(command).needs) {
    const auto& own = command.get_options({});
    if (std::ranges::find(own, need.option) == own.end() || !is_given(*need.option) || need.met()) continue;
    const auto& names = need.option->get_lnames();
    const std::string& name = names.front();
    const auto is_flag_of = [&](const std::string& argument) {
      return std::ranges::any_of(names, [&](const std::string& n) {
        return argument == "--" + n || argument.starts_with("--" + n + "=");
      });
    };
    if (std::ranges::any_of(arguments, is_flag_of))
      throw Error(ErrorKind::bad_value,
                  fmt::format("{}: --{} acts only {}", command.get_name(), name, need.text), "leave it out");
    for (const ConfigEntry& entry : entries)
      if (std::ranges::find(names, entry.key) != names.end())
        throw Error(ErrorKind::bad_value,
                    fmt::format("{}:{}: '{}' acts only {}", file, entry.line, entry.key, need.text),
                    "take the line out");
  }
}

}  // namespace glueball::app
