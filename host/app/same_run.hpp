// Whether the options of a run that goes on are those it was begun with.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace glueball::app {

/// The options of a command, as TOML.
struct RunOptions {
  std::string command;
  std::vector<std::string> tables{};  ///< keys that are tables
  std::string values, defaults;
  std::set<std::string> free{};  ///< keys that may change, beside those that may in any run
};

/// Throws Error(usage) naming the first key that may not change and has another value than in `directory`'s
/// config.toml, which it may lack: what a file does not say has its default. Error(bad_input) where that
/// cannot be read. Returns what config.toml says, several values of a table in their order.
std::map<std::string, std::vector<std::string>> require_same_run(const std::filesystem::path& directory,
                                                                 const RunOptions& options);

}  // namespace glueball::app
