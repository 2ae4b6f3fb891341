#include "app/help_format.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <typeinfo>

namespace glueball::app {
namespace {

/// Returns the column where the second part of a line like "  NAME   TEXT" begins; 0 if it has one part.
std::size_t second_part(const std::string& line) {
  const std::size_t name = line.find_first_not_of(' '), gap = line.find("  ", name);
  return name == std::string::npos || gap == std::string::npos ? 0 : line.find_first_not_of(' ', gap);
}

}  // namespace

std::size_t help_columns() {
  winsize size{};
  const bool known =
      isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? std::clamp<std::size_t>(size.ws_col, 60, 100) : 100;
}

std::string wrapped(const std::string& text, std::size_t indent, std::size_t used) {
  std::string all;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin + 1), text.size());
    std::string word = text.substr(begin, end - begin);
    if (used + word.size() > help_columns() && used > indent) {
      word.erase(0, word.find_first_not_of(' '));
      all += "\n" + std::string(indent, ' ');
      used = indent;
    }
    all += word;
    used += word.size();
    begin = end;
  }
  return all;
}

std::string help_entry(const std::string& name, const std::string& text, std::size_t column) {
  std::string line = "  " + wrapped(name, 4, 2);
  if (text.empty()) return line + "\n";
  const std::size_t used = line.size() - (line.rfind('\n') + 1);  // npos + 1 is 0
  line += used < column ? std::string(column - used, ' ') : "\n" + std::string(column, ' ');
  return line + wrapped(text, column, column) + "\n";
}

std::string HelpFormat::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
  if (all || main.empty()) return Formatter::make_help(app, name, mode);
  std::string text = make_description(app) + make_usage(app, name) + "\n";
  const auto options = app->get_options([](const CLI::Option* option) { return option->nonpositional(); });
  for (const CLI::Option* option : app->get_options([](const CLI::Option* o) { return o->get_positional(); }))
    text += make_option(option, true);
  for (const std::string& flag : main)
    for (const CLI::Option* option : options)
      if (option->check_lname(flag.substr(2))) text += make_option(option, false);
  text += help_entry("--help-all", "all " + std::to_string(options.size()) + " options, and more about them",
                     column_width_);
  std::istringstream footer(app->get_footer());
  for (std::string line; std::getline(footer, line);)
    if (line.starts_with("Example")) text += "\n" + wrapped(line, second_part(line)) + "\n";
  return text;
}

std::string HelpFormat::make_option(const CLI::Option* option, bool is_positional) const {
  std::string text = make_option_desc(option);
  for (const Need& need : needs)
    if (need.option == option) text += " [only " + need.text + "]";
  return help_entry(make_option_name(option, is_positional) + make_option_opts(option), text, column_width_);
}

std::string HelpFormat::make_subcommand(const CLI::App* command) const {
  return help_entry(command->get_display_name(true), command->get_description(), column_width_);
}

std::string HelpFormat::make_description(const CLI::App* app) const {
  const std::string text = Formatter::make_description(app);
  return text.empty() ? text : wrapped(text.substr(0, text.size() - 1), 0) + "\n";
}

std::string HelpFormat::make_footer(const CLI::App* app) const {
  std::istringstream footer(app->get_footer());
  std::string text;
  for (std::string line; std::getline(footer, line);) text += wrapped(line, second_part(line)) + "\n";
  return text;
}

HelpFormat& help_format(CLI::App& table) {
  const CLI::FormatterBase& format = *table.get_formatter();
  // A subcommand begins with its parent's.
  const bool inherited = table.get_parent() && table.get_parent()->get_formatter() == table.get_formatter();
  if (inherited || typeid(format) != typeid(HelpFormat)) table.formatter(std::make_shared<HelpFormat>());
  return static_cast<HelpFormat&>(*table.get_formatter());
}

}  // namespace glueball::app
