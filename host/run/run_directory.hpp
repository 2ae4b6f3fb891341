// The directory of a run: config.toml, history.jsonl, configurations.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "run/directory_lock.hpp"
#include "run/history.hpp"

namespace glueball {

/// Writes a whole file beside its place and renames it, so that no reader sees an incomplete one. Throws
/// Error(bad_value) if that fails, or if the file exists and `replace` is false; DiskFull if there is no
/// space.
void write_file(const std::filesystem::path& path, const std::string& text, bool replace = true);

/// Holds the lock of its directory from the start, so that no two processes write one run.
class RunDirectory {
 public:
  using Named = std::function<bool(const std::string& name)>;

  /// Makes `path` and locks it. Throws Error(bad_value) if it exists and is not empty without `force`, if
  /// another process is running there, or if it cannot be written into. `also` is true for files of earlier
  /// runs of this kind that other runs do not write. A directory that was made and stays empty is removed.
  RunDirectory(const std::filesystem::path& path, bool force, const Named& also = {});

  /// Must be called before there is work. Throws Error(bad_value) if begin() would remove a run of another
  /// command than that of `config`, or a file that this run reads.
  void require_replaceable(const std::string& config, const std::vector<std::filesystem::path>& inputs) const;

  /// Removes config.toml, history.jsonl, ensemble.xml and configurations of an earlier run that existed at
  /// the start, writes config.toml and opens the history. It must be called when there is a result to keep.
  /// From here on a killed run can be resumed.
  void begin(const std::string& config);

  /// Throws Error(bad_file) if `path` holds no run, Error(bad_value) if another process is starting one.
  static void require_run(const std::filesystem::path& path);
  /// Locks the run in `path` to resume it. Throws Error(bad_file) if there is none, Error(bad_value) if
  /// another process is running there.
  static RunDirectory of_run(const std::filesystem::path& path, const Named& also = {});
  /// True if a file of this name belongs to a chain: ensemble.xml, a configuration, or a random state.
  static bool is_of_chain(const std::string& name);
  /// True if a run writes or removes files of this name in its directory. `also` is for its kind.
  static bool owns(const std::string& name, const Named& also = {});
  /// Returns the steps of the configurations, the last first.
  std::vector<int> configurations() const;
  /// Returns the present history.jsonl. Throws Error(bad_file) if it is damaged before its last line.
  PastHistory past() const { return read_history(path_ / "history.jsonl"); }
  /// Resumes after `step`: the history becomes `kept`, config.toml becomes `config`. Configurations of later
  /// steps, which cannot be continued, are renamed. Incomplete files are removed.
  void resume(int step, const std::vector<HistoryLine>& kept, const std::string& config);

  bool begun() const { return history_ != nullptr; }

  /// Throws as require_here() does.
  History& history() {
    require_here();
    return *history_;
  }
  /// Must be called before anything is written there. Throws Error(bad_value) if the directory was moved or
  /// removed: another run may have its name now.
  void require_here() const { lock_->require_held(); }
  /// Returns DirectoryLock::warning().
  const std::string& warning() const { return lock_->warning(); }
  const std::filesystem::path& path() const { return path_; }
  /// Returns the path of "ensemble.xml", the QCDml document.
  std::filesystem::path ensemble() const;
  /// Returns the path of "random-000123.bin", the random state, if a chain has one.
  std::filesystem::path random_state(int step) const;
  /// Returns the path of "configuration-000123.ildg".
  std::filesystem::path configuration(int step) const;

 private:
  explicit RunDirectory(const std::filesystem::path& path) : path_(path) {}
  void remove_earlier();

  std::filesystem::path path_;
  std::unique_ptr<DirectoryLock> lock_;
  std::vector<std::filesystem::path>
      earlier_;  ///< files that may be removed, because they existed when the lock was taken
  std::unique_ptr<History> history_;
};

}  // namespace glueball
