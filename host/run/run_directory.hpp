// The directory a run writes: config.toml, history.jsonl, configurations.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "run/directory_lock.hpp"
#include "run/history.hpp"

namespace glueball {

/// Writes a whole file beside its place and renames it there, so that no reader ever sees half of one. Throws
/// Error(bad_value) when that fails, also where there is one and `replace` is false; DiskFull when there is
/// no room.
void write_file(const std::filesystem::path& path, const std::string& text, bool replace = true);

/// Holds the lock of its directory from the start, so that no two processes write one run.
class RunDirectory {
 public:
  using Named = std::function<bool(const std::string& name)>;

  /// Makes `path` and locks it. Throws Error(bad_value) when it exists and is not empty and `force` is not
  /// given, when another process is running there, or when it cannot be written into. `also`: whether a file
  /// that other runs do not write is of an earlier run of this kind. A directory that was made and has
  /// nothing to keep goes when this does.
  RunDirectory(const std::filesystem::path& path, bool force, const Named& also = {});

  /// To be called before there is work: throws Error(bad_value) where what begin() would clear away is a run
  /// of another command than that of `config`, or one of the files that this run reads.
  void require_replaceable(const std::string& config, const std::vector<std::filesystem::path>& inputs) const;

  /// Clears the directory of the config.toml, history.jsonl, ensemble.xml and configurations of an earlier
  /// run that were there at the start, writes config.toml and opens the history. To be called when there is
  /// something to keep. From here on a killed run can be resumed.
  void begin(const std::string& config);

  /// Throws Error(bad_file) where `path` holds no run, Error(bad_value) where another process is starting
  /// one.
  static void require_run(const std::filesystem::path& path);
  /// Locks the run in `path` to go on with it. Throws Error(bad_file) when there is none, Error(bad_value)
  /// when another process is running there.
  static RunDirectory of_run(const std::filesystem::path& path, const Named& also = {});
  /// Whether a file of that name is a chain's: ensemble.xml, a configuration, or a state of random numbers.
  static bool is_of_chain(const std::string& name);
  /// Whether a run in a directory writes or removes files of that name there. `also`: of its kind.
  static bool owns(const std::string& name, const Named& also = {});
  /// The steps of the configurations, the last first.
  std::vector<int> configurations() const;
  /// history.jsonl as it is. Throws Error(bad_file) where it is damaged before its last line.
  PastHistory past() const { return read_history(path_ / "history.jsonl"); }
  /// Goes on after `step`: the history becomes `kept`, config.toml `config`. Configurations of later steps,
  /// which could not be gone on with, are set aside under names of their own; files left half written are
  /// removed.
  void go_on(int step, const std::vector<HistoryLine>& kept, const std::string& config);

  bool begun() const { return history_ != nullptr; }

  /// Throws as require_here() does.
  History& history() {
    require_here();
    return *history_;
  }
  /// To be called before anything is written there. Throws Error(bad_value) where the directory was moved or
  /// removed: what has its name now is another run's.
  void require_here() const { lock_->require_held(); }
  /// As DirectoryLock::warning().
  const std::string& warning() const { return lock_->warning(); }
  const std::filesystem::path& path() const { return path_; }
  /// "ensemble.xml" in the directory: its QCDml document.
  std::filesystem::path ensemble() const;
  /// "random-000123.bin" in the directory: the state of the random numbers, where a chain has one.
  std::filesystem::path random_state(int step) const;
  /// "configuration-000123.ildg" in the directory.
  std::filesystem::path configuration(int step) const;

 private:
  explicit RunDirectory(const std::filesystem::path& path) : path_(path) {}
  void remove_earlier();

  std::filesystem::path path_;
  std::unique_ptr<DirectoryLock> lock_;
  std::vector<std::filesystem::path> earlier_;  ///< what may be removed: it was there when the lock was taken
  std::unique_ptr<History> history_;
};

}  // namespace glueball
