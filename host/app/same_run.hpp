// Checks that a resumed run has the options it began with.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/config_file.hpp"

namespace glueball::app {

/// Returns true if a resumed run of the command may have another value of the key. Such keys set where it
/// runs, how long it is, what it keeps and what it prints. This is the one list of them.
bool may_change(const std::string& command, const std::string& key);

/// Returns a line for the text of an output file of a run over configurations: the checksum of the links that
/// it was made of, and that of the options in `config` which define the result. A resumed run so knows the
/// file that it wrote just before it was killed, also where another device has other last digits.
std::string origin_of(const std::string& command, const std::string& config, const std::string& checksum);

/// Returns the text of a run's config.toml. Throws Error(bad_file) if it cannot be read or its checksum
/// differs (run/toml_checksum.hpp).
std::string checked_text(const std::filesystem::path& config);

/// Returns the command in the first line of a config.toml that a run wrote, or nothing.
std::string command_of_run(const std::string& config);

/// Returns what `path`, a value of a run's config.toml, means while the run is in `directory`. `recorded` is
/// the output that config.toml names. Files in a directory that was moved or copied are moved or copied with
/// it. A file outside stays, or was moved or copied with a tree around both: the path is the one of these two
/// places that exists, or of which more directories exist. Otherwise it is the first for a run that was
/// moved, and the second for a copy.
std::string path_of_run(const std::string& path, const std::string& recorded,
                        const std::filesystem::path& directory);

/// Throws Error(bad_file) if the HDF5 file of the run in `directory`, a result of path_of_run, is in a
/// directory that is gone. The run made it before its first result. It is not made again, because the file is
/// elsewhere.
void require_hdf5_directory(const std::string& file, const std::string& recorded,
                            const std::filesystem::path& directory);

/// Throws Error(bad_value) if tables given with --resume differ from those of `config`, whose `entries` are
/// given. The former would otherwise replace the latter, or add to them.
void require_same_tables(const std::filesystem::path& config, const std::string& table,
                         const std::vector<ConfigEntry>& entries, const std::vector<std::string>& given);

/// The options of a command, as TOML.
struct RunOptions {
  std::string command;
  std::vector<std::string> tables{};  ///< keys that are tables
  std::string values, defaults;
  std::vector<std::string> bound{};  ///< keys that may_change allows, but this run does not
};

/// Throws Error(bad_value) that names the first changed key that may not change. A key that `directory`'s
/// config.toml lacks has its default. Throws Error(bad_file) as checked_text does. Returns the values of
/// config.toml, several values of a table in their order.
std::map<std::string, std::vector<std::string>> require_same_run(const std::filesystem::path& directory,
                                                                 const RunOptions& options);

}  // namespace glueball::app
