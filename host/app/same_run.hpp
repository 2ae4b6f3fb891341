// Whether the options of a run that goes on are those it was begun with.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/config_file.hpp"

namespace glueball::app {

/// Whether a run of the command may go on with another value of the key: where it runs, how long it is, what
/// it keeps, what it says. The one list of such keys.
bool may_change(const std::string& command, const std::string& key);

/// What a run's config.toml says. Throws Error(bad_file) where it cannot be read or is not as it was sealed
/// (run/seal.hpp).
std::string sealed_text(const std::filesystem::path& config);

/// Throws Error(bad_value) where the tables given beside --resume are not those that `config` has `entries`
/// of: they would be read in the place of these, or beside what these stand for.
void require_same_tables(const std::filesystem::path& config, const std::string& table,
                         const std::vector<ConfigEntry>& entries, const std::vector<std::string>& given);

/// The options of a command, as TOML.
struct RunOptions {
  std::string command;
  std::vector<std::string> tables{};  ///< keys that are tables
  std::string values, defaults;
  std::vector<std::string> bound{};  ///< keys that may_change allows, and this run does not
};

/// Throws Error(bad_value) naming the first key that may not change and has another value than in
/// `directory`'s config.toml, which it may lack: what a file does not say has its default. Error(bad_file)
/// as sealed_text does. Returns what config.toml says, several values of a table in their order.
std::map<std::string, std::vector<std::string>> require_same_run(const std::filesystem::path& directory,
                                                                 const RunOptions& options);

}  // namespace glueball::app
