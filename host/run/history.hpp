// history.jsonl of a run, with a line of JSON for each step.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace glueball {

/// An append-only file of JSON lines. Other programs see each line as soon as it is written.
class History {
 public:
  /// Starts a new file, or appends to one. Throws Error(bad_value) if it cannot be opened, also for a new one
  /// that exists already. `checksum` is that of existing lines.
  explicit History(const std::filesystem::path& path, bool append = false, std::uint32_t checksum = 0);
  ~History();
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  /// `object` must be one JSON object without line breaks. Throws DiskFull or Error(bad_value) if the line
  /// cannot be written; then no part of it is left.
  void append(const std::string& object);
  /// Returns the CRC-32 of all lines so far.
  std::uint32_t checksum() const { return checksum_; }
  /// Returns when written data would survive a power failure, as far as the file system guarantees this.
  void sync();

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uint64_t bytes_ = 0;
  std::uint32_t checksum_;
};

/// A line of a history.
struct HistoryLine {
  enum class Kind { provenance, input, step, summary };

  Kind kind = Kind::step;
  std::int64_t step = 0;  ///< for Kind::step
  std::string text;       ///< a JSON object
};

/// The key, in a configuration's xlf-info and in FixRecords, of the history's checksum up to a step, in
/// hexadecimal digits.
inline constexpr const char* kHistoryChecksum = "history crc32";

/// Returns the CRC-32 of lines as History writes them; `before` is that of earlier lines.
std::uint32_t checksum_of(std::span<const HistoryLine> lines, std::uint32_t before = 0);

/// The records of an earlier process.
struct PastHistory {
  std::string name;  ///< the file's name, for errors
  std::vector<HistoryLine> lines;
  /// Text after the last complete line, left by a process that was stopped while writing.
  std::optional<std::string> torn;

  /// Throws Error(bad_file) unless steps are first, first + interval, and so on, each once, and a summary is
  /// last.
  void require_consecutive(std::int64_t first, std::int64_t interval) const;
  bool finished() const { return !lines.empty() && lines.back().kind == HistoryLine::Kind::summary; }
  /// Returns the number of the last step, or 0.
  std::int64_t last_step() const;
  /// Returns the line of a step, or nullptr.
  const HistoryLine* of_step(std::int64_t step) const;
  /// Returns the lines up to `step`, without later steps, lines about these, and a summary.
  std::vector<HistoryLine> until(std::int64_t step) const;
  /// Throws Error(bad_file) unless the lines up to `step` have the checksum in a file `holder`.
  void require_unchanged(std::int64_t step, std::uint32_t checksum,
                         const std::string& holder = "its configuration") const;
  /// Throws Error(bad_file) about line `index`, from 0.
  [[noreturn]] void refuse(std::size_t index, const std::string& what) const;
};

/// An incomplete last line goes into `torn`. Throws Error(bad_file) that names any other invalid line.
PastHistory read_history(std::istream& in, const std::string& name);

/// Reads a file; a missing file has no records. Throws Error(bad_file) as above, and if it cannot be read.
PastHistory read_history(const std::filesystem::path& path);

}  // namespace glueball
