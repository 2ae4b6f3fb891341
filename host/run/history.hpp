// history.jsonl of a run: a line of JSON a step.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace glueball {

/// An append-only file of JSON lines; each line is there for other programs as soon as it is written.
class History {
 public:
  /// Starts a new file, or goes on with one. Throws Error(bad_value) when it cannot be opened: a new one also
  /// where there is one.
  /// `checksum`: of the lines that are there.
  explicit History(const std::filesystem::path& path, bool append = false, std::uint32_t checksum = 0);
  ~History();
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  /// `object` is one JSON object without line breaks. Throws DiskFull or Error(bad_value) when the line
  /// cannot be written, which leaves no part of it.
  void append(const std::string& object);
  /// CRC-32 of all lines so far.
  std::uint32_t checksum() const { return checksum_; }
  /// Returns when what was written would survive a power cut, as far as the file system promises.
  void sync();

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uint64_t bytes_ = 0;
  std::uint32_t checksum_;
};

struct HistoryLine {
  enum class Kind { provenance, input, step, summary };

  Kind kind = Kind::step;
  std::int64_t step = 0;  ///< of Kind::step
  std::string text;       ///< a JSON object
};

/// What a configuration's xlf-info calls the checksum of the history until its step, in hexadecimal digits;
/// and FixRecords its own.
inline constexpr const char* kHistoryChecksum = "history crc32";

/// CRC-32 of lines as History writes them; `before` is that of lines before these.
std::uint32_t checksum_of(std::span<const HistoryLine> lines, std::uint32_t before = 0);

/// What an earlier process has recorded.
struct PastHistory {
  std::string name;  ///< of the file, for complaints
  std::vector<HistoryLine> lines;
  std::optional<std::string>
      torn;  ///< what follows the last whole line: a process was stopped in the middle of it

  /// Throws Error(bad_file) unless steps are first, first + interval, and so on, each once, and a summary
  /// comes last.
  void require_consecutive(std::int64_t first, std::int64_t interval) const;
  bool finished() const { return !lines.empty() && lines.back().kind == HistoryLine::Kind::summary; }
  /// The line of a step; nullptr where there is none.
  const HistoryLine* of_step(std::int64_t step) const;
  /// The lines as they were when `step` was done: without those of later steps, what was said of these, and a
  /// summary.
  std::vector<HistoryLine> until(std::int64_t step) const;
  /// Throws Error(bad_file) where the lines until `step` are not those whose checksum a file, `holder`, has.
  void require_unchanged(std::int64_t step, std::uint32_t checksum,
                         const std::string& holder = "its configuration") const;
  /// Throws Error(bad_file) about line `index`, from 0.
  [[noreturn]] void refuse(std::size_t index, const std::string& what) const;
};

/// A last line that has no end, or is no JSON, goes into `torn`. Throws Error(bad_file) naming any other
/// line that is not one of a history.
PastHistory read_history(std::istream& in, const std::string& name);

/// The same of a file; where there is none, nothing is recorded. Throws Error(bad_file) also where it cannot
/// be read.
PastHistory read_history(const std::filesystem::path& path);

}  // namespace glueball
