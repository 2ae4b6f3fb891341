// The layout of --help: lines of at most 100 columns, and behind an option's text what it acts with.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace glueball::app {

inline constexpr std::size_t kHelpColumns = 100;

/// Breaks lines of `text` that would end beyond kHelpColumns between words. Lines after the first begin with
/// `indent` spaces; the first has `used` columns before it.
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

  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_description(const CLI::App* app) const override;
  std::string make_footer(const CLI::App* app) const override;
};

/// Returns the format of a table's help, which it gets if it has another one.
HelpFormat& help_format(CLI::App& table);

}  // namespace glueball::app
