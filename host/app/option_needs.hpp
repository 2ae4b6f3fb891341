// Options that do nothing unless something else is given. --help shows the need, and `parse` refuses them
// without it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/config_file.hpp"

namespace CLI {
class App;
}

namespace glueball::app {

/// Declares what options of a table need. `need` follows the words "acts only": "on several files". `met` is
/// asked after parsing. An option with several needs must have all of them.
void acts_only(CLI::App& table, const std::vector<std::string>& options, const std::string& need,
               std::function<bool()> met);
/// The same for a need of other options, which says by itself when it is met. "--save or --plot": one of them
/// has another value than its default. "--method sr or sa": one of these words is among its values.
void acts_with(CLI::App& table, const std::vector<std::string>& options, const std::string& need);
/// True if such a need is met.
bool holds(CLI::App& table, const std::string& need);

/// Throws Error(bad_value) for an option of a parsed command that has another value than its default, but not
/// what it acts with. `arguments`: those of the command line. `entries`: those of `file`, a user's file of
/// options. A file that a run wrote is not looked at: it has all values.
void refuse_idle_options(CLI::App& command, const std::vector<std::string>& arguments,
                         const std::string& file, const std::vector<ConfigEntry>& entries);

}  // namespace glueball::app
