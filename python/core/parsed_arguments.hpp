// Keywords of Python's functions as the program's flags: one table for both.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/option_kinds.hpp"
#include "app/options.hpp"
#include "base/error.hpp"

namespace glueball::python {

/// Parses words as the program's command of that name does, into options that `declare` binds to its table.
/// Throws Error(bad_value) for what is no such word, and for a value that makes no sense.
template <class Options>
struct ParsedArguments {
  /// `begin`: the options before, whose values are the defaults. It stays where it is made.
  template <class Declare>
  ParsedArguments(const std::string& command, const std::vector<std::string>& words, Options begin,
                  Declare declare)
      : options(std::move(begin)), root("", "glueball"), table(*root.add_subcommand(command)) {
    declare(table, options);
    std::vector<std::string> arguments{command};
    arguments.insert(arguments.end(), words.begin(), words.end());
    app::parse(root, arguments);
  }
  ParsedArguments(const ParsedArguments&) = delete;
  ParsedArguments& operator=(const ParsedArguments&) = delete;

  Options options;
  CLI::App root;
  CLI::App& table;
};

/// Throws Error(bad_value) where one of these flags of the program, which do nothing `where`, has another
/// value than it has by itself. `hint`: what to do instead.
inline void refuse_given(const CLI::App& table, std::initializer_list<const char*> flags,
                         const std::string& hint, const std::string& where = "in Python") {
  for (const char* flag : flags) {
    const CLI::Option* option = table.get_option_no_throw(flag);
    if (option != nullptr && app::is_given(*option))
      throw Error(ErrorKind::bad_value, std::string(flag) + ": it does nothing " + where, hint);
  }
}

}  // namespace glueball::python
