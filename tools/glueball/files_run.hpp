// A command over several configurations that is stopped and goes on: what is finished stays.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/config_values.hpp"
#include "hdf5_output.hpp"
#include "run/file_records.hpp"

namespace glueball::app {

/// What a command says of such a run.
struct FilesRunOptions {
  std::string command;
  std::vector<std::string> files;  ///< as the command was given them
  std::string output;              ///< of the flag; of a run that is resumed, where it was
  std::string resume;              ///< of the flag
  bool force = false, ignore_checksum = false;
  std::string defaults;              ///< of all options, as TOML
  std::vector<std::string> bound{};  ///< options that may_change allows, and this run does not
};

/// Without --output and --resume it keeps nothing. To be made before there is a device.
class FilesRun {
 public:
  /// Catches signals from here on. Throws as RunDirectory and FileRecords do, and Error(bad_value) where
  /// options are not those that the run was begun with.
  FilesRun(FilesRunOptions options, ConfigValues config);

  bool keeps() const { return !o_.output.empty() || !o_.resume.empty(); }
  /// The files; where something is kept under their whole names, so that output says the same wherever the
  /// run goes on from.
  const std::vector<std::string>& files() const { return o_.files; }
  /// Of a file that is finished: what was kept of it.
  const FileRecords::Json* result(std::size_t n) const { return past_.at(n) ? &*past_[n] : nullptr; }
  /// Of its links; "" on other ranks than the first.
  const std::string& checksum(std::size_t n) const { return checksums_.at(n); }
  bool all_done() const;
  /// Files whose outputs may be there: those that are finished, and that which a run was at when it ended.
  std::vector<bool> written() const;

  /// To be called when options have been chosen, before the first file; again, it does nothing. `choose`
  /// writes the choices, from where a run that goes on takes them.
  void begin(const std::function<void(ConfigValues&)>& choose = {});
  /// File number `n` is finished. `checksum`, of its links, is the first rank's.
  void keep(std::size_t n, const std::string& checksum, FileRecords::Json result);

  /// By its directory, where it goes on.
  std::optional<Hdf5Mark> hdf5_mark(const Hdf5Options& hdf5) const;
  void begin_hdf5(Hdf5Output& hdf5, const Provenance& provenance) const;

  /// "go on with: ..."; empty where nothing is kept.
  std::string how_to_go_on() const;
  /// Whether a signal came, on any rank.
  bool stops() const;
  /// Says that a signal came after so many finished files, and how to go on; the exit status.
  int stopped(std::size_t done) const;
  /// Does the work; of a full disk it is said how to go on.
  void with_room(const std::function<void()>& work) const;

 private:
  void open();
  void share();
  /// Its directory, from the root.
  std::filesystem::path place() const;

  FilesRunOptions o_;
  ConfigValues config_;
  std::optional<RunDirectory> directory_;  ///< on the first rank
  std::optional<FileRecords> records_;
  std::vector<std::optional<FileRecords::Json>> past_;
  std::vector<std::string> checksums_;  ///< of those
};

}  // namespace glueball::app
