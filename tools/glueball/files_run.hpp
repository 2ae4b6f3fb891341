// A command over several configurations that can be stopped and resumed. Results of finished files are kept.
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

/// The options of such a run.
struct FilesRunOptions {
  std::string command;
  std::vector<std::string> files;  ///< as given to the command
  std::string output;              ///< value of the flag; for a resumed run, its earlier output
  std::string resume;              ///< value of the flag
  bool force = false, ignore_checksum = false;
  std::string defaults;              ///< defaults of all options as TOML
  std::vector<std::string> bound{};  ///< options that may_change allows in general, but not in this run
};

/// Records nothing without --output and --resume. It must be made before a device is opened.
class FilesRun {
 public:
  /// Catches signals from here on. Throws as RunDirectory and FileRecords do, and Error(bad_value) if options
  /// differ from those that the run was begun with.
  FilesRun(FilesRunOptions options, ConfigValues config);

  bool keeps() const { return !o_.output.empty() || !o_.resume.empty(); }
  /// Returns the files. If results are kept the paths are absolute, so that the output does not depend on the
  /// directory where a run is resumed.
  const std::vector<std::string>& files() const { return o_.files; }
  /// Returns the recorded result of a finished file, else null.
  const FileRecords::Json* result(std::size_t n);
  /// True if it is finished.
  bool done(std::size_t n) const { return past_.at(n).has_value(); }
  /// Returns the checksum of a finished file's links on rank 0, and "" elsewhere.
  const std::string& checksum(std::size_t n) const { return checksums_.at(n); }
  bool all_done() const;
  /// Marks the files whose outputs may exist: finished ones, and the one at which an earlier run ended.
  std::vector<bool> written() const;

  /// Returns origin_of for a file whose links have the checksum, or "" if nothing is kept.
  std::string origin(const std::string& checksum) const;
  /// Must be called when options have been chosen, before the first file that is not finished; later calls do
  /// nothing. `choose` writes the choices, from where a resumed run takes them.
  void begin(const std::function<void(ConfigValues&)>& choose = {});
  /// Records that file number `n` is finished. `checksum` is that of its links, on rank 0.
  void keep(std::size_t n, const std::string& checksum, FileRecords::Json result);

  /// Returns the mark of a resumed run's HDF5 file, which is the run's directory.
  std::optional<Hdf5Mark> hdf5_mark(const Hdf5Options& hdf5) const;
  /// The file must exist until `begin` has been called.
  void begin_hdf5(Hdf5Output& hdf5, const Provenance& provenance);

  /// Returns "go on with: ...", or an empty string if nothing is kept.
  std::string how_to_resume() const;
  /// True if a signal came on any rank.
  bool stops() const;
  /// Reports a signal after `done` finished files, and how to resume. Returns the exit status.
  int stopped(std::size_t done) const;
  /// Runs the work. An error of a full disk is extended by how to resume. An exception of JSON is one of the
  /// last result that was asked for.
  void with_room(const std::function<void()>& work) const;

 private:
  void open();
  void share();
  /// Returns the absolute path of its directory.
  std::filesystem::path place() const;

  FilesRunOptions o_;
  ConfigValues config_;
  Hdf5Output* hdf5_ = nullptr;             ///< set by begin_hdf5
  std::optional<RunDirectory> directory_;  ///< on rank 0
  std::optional<FileRecords> records_;
  std::vector<std::optional<FileRecords::Json>> past_;
  std::vector<std::string> checksums_;  ///< checksums of finished files
  std::vector<std::size_t> lines_;      ///< lines of the results in history.jsonl, counted from 1
  std::size_t asked_ = 0;               ///< the last file whose result was asked for
};

}  // namespace glueball::app
