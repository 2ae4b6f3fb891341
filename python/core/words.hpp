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
class Words {
 public:
  template <class Declare>
  Words(const std::string& command, const std::vector<std::string>& words, Options begin, Declare declare)
      : options(std::move(begin)), root_("", "glueball"), table(*root_.add_subcommand(command)) {
    declare(table, options);
    std::vector<std::string> arguments{command};
    arguments.insert(arguments.end(), words.begin(), words.end());
    app::parse(root_, arguments);
  }

  Options options;

 private:
  CLI::App root_;

 public:
  CLI::App& table;
};

}  // namespace glueball::python
