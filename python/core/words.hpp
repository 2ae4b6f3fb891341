// Keywords of Python's functions as the program's flags: one table for both.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/options.hpp"

namespace glueball::python {

/// Parses words as the program's command of that name does, into options that `declare` binds to its table.
/// Throws Error(bad_value) for what is no such word, and for a value that makes no sense.
template <class Options>
struct Words {
  /// `begin`: the options before, whose values are the defaults. It stays where it is made.
  template <class Declare>
  Words(const std::string& command, const std::vector<std::string>& words, Options begin, Declare declare)
      : options(std::move(begin)), root("", "glueball"), table(*root.add_subcommand(command)) {
    declare(table, options);
    std::vector<std::string> arguments{command};
    arguments.insert(arguments.end(), words.begin(), words.end());
    app::parse(root, arguments);
  }
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;

  Options options;
  CLI::App root;
  CLI::App& table;
};

}  // namespace glueball::python
