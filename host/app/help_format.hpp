// The layout of --help, the main options and an example, and of --help-all. Lines are as long as the
// terminal, at most 100 columns. Behind an option's text is what it acts with.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace glueball::app {

/// Returns the columns of a help text: those of the terminal on stdout, from 60 to 100, or else 100.
std::size_t help_columns();

/// Breaks lines of `text` that would end beyond help_columns() between words. Lines after the first begin
/// with `indent` spaces; the first has `used` columns before it.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t used = 0);

/// Returns an entry of a list: a name, and its text in a column beside it or, if the name is longer, below.
std::string help_entry(const std::string& name, const std::string& text, std::size_t column = 30);

class HelpFormat : public CLI::Formatter {
 public:
  /// An option that does nothing unless something else is given (app/option_needs.hpp).
  struct Need {
    const CLI::Option* option;
    std::string text;  ///< when it acts, for example "with --method sa"
    std::function<bool()> met;
  };
  std::vector<Need> needs;
  std::vector<std::string> main;  ///< the options of the short help; none: help is always whole
  bool all = false;               ///< true for --help-all

  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_description(const CLI::App* app) const override;
  std::string make_footer(const CLI::App* app) const override;
};

/// Returns the format of a table's help, which it gets if it has another one.
HelpFormat& help_format(CLI::App& table);

}  // namespace glueball::app
