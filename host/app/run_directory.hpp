// The directory a run writes: config.toml, history.jsonl, configurations.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace glueball::app {

/// Writes a whole file beside its place and renames it there, so that no reader ever sees half of one. Throws
/// Error(usage) when that fails, DiskFull when there is no room.
void write_file(const std::filesystem::path& path, const std::string& text);

/// An append-only file of JSON lines; each line is there for other programs as soon as it is written.
class History {
 public:
  /// Starts a new file, or goes on with one. Throws Error(usage) when it cannot be opened.
  explicit History(const std::filesystem::path& path, bool append = false);
  ~History();
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  /// `object` is one JSON object without line breaks. Throws DiskFull or Error(usage) when the line cannot be
  /// written, which leaves no part of it.
  void append(const std::string& object);
  /// Returns when what was written would survive a power cut, as far as the file system promises.
  void sync();

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uint64_t bytes_ = 0;
};

class RunDirectory {
 public:
  /// Checks that `path` may be written; makes nothing yet. Throws Error(usage) when it exists and is not
  /// empty and `force` is not given, or when its parent is missing or cannot be written.
  RunDirectory(const std::filesystem::path& path, bool force);

  /// Makes the directory, clears it of an earlier run's config.toml, history.jsonl and configurations, writes
  /// config.toml and opens the history. To be called when there is something to keep: a run that fails before
  /// leaves no trace. From here on a killed run can be resumed.
  void begin(const std::string& config);

  /// Goes on with the run in `path`. Throws Error(bad_input) when there is none.
  static RunDirectory of_run(const std::filesystem::path& path);
  /// Throws Error(usage) unless `config` has the values of the run's own config.toml, the `free` keys apart.
  void require_same(const std::string& config, const std::set<std::string>& free) const;
  /// The steps of the configurations, the last first.
  std::vector<int> configurations() const;
  /// Whether the history ends with the summary of a run that came to its end.
  bool finished() const;
  /// The lines of the history as it was where configuration `step` was written: without those of later steps, a summary,
  /// and a line that a killed run left half written.
  std::vector<std::string> history_until(int step) const;
  /// Takes the history back to there and removes files left half written; `config` is the new config.toml.
  void go_on(int step, const std::string& config);

  bool begun() const { return history_ != nullptr; }

  History& history() { return *history_; }
  const std::filesystem::path& path() const { return path_; }
  /// "random-000123.bin" in the directory: the state of the random numbers, where a chain has one.
  std::filesystem::path random_state(int step) const;
  /// "configuration-000123.ildg" in the directory.
  std::filesystem::path configuration(int step) const;

 private:
  explicit RunDirectory(const std::filesystem::path& path) : path_(path) {}

  std::filesystem::path path_;
  std::unique_ptr<History> history_;
};

}  // namespace glueball::app
