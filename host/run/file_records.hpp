// Records of a command over several configurations, kept in its directory to resume it.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "run/run_directory.hpp"

namespace glueball {

/// A file's state in the file system. A program can set `modified`, but not `changed`.
struct FileState {
  std::int64_t bytes = 0, modified = 0, changed = 0;  ///< times in nanoseconds since 1970
  std::uint64_t inode = 0;
};

/// history.jsonl has a line for each finished file: {"step", "number", "file", "bytes", "modified",
/// "changed", "inode", "checksum", "result", "crc32"}. The checksum is that of its links as they were read.
/// The file's state was taken before any file was read. If it is the same when the run is resumed, the file
/// was not replaced and need not be read again. "crc32" is that of all earlier lines and of this one up to
/// the key.
class FileRecords {
 public:
  using Json = nlohmann::ordered_json;

  /// The directory must outlive this. `files` are all configurations in order.
  FileRecords(RunDirectory& directory, std::vector<std::string> files)
      : directory_(directory), files_(std::move(files)) {}

  /// Opens the directory for writing, for a new run or after `resume`; `config` is all options as TOML.
  void begin(const std::string& config);

  struct Past {
    std::vector<std::optional<Json>> results;  ///< results of the files; empty if not finished
    std::vector<std::string> checksums;        ///< checksums of the finished files' links
    std::vector<std::size_t> lines;            ///< their lines, counted from 1
    bool torn = false;                         ///< the last line was incomplete and is dropped
  };
  /// Reads the records of an earlier process. `checksum_of` reads a file; it is called for files whose state
  /// differs from the record, but not for files that no longer exist. Throws Error(bad_file) if lines were
  /// lost or changed, or if a file has changed since. Throws Error(bad_value) if the files are not the same
  /// in the same order; there may be further ones. A file of another name is the same if it has the recorded
  /// state or checksum: it was moved.
  Past resume(const std::function<std::string(const std::string&)>& checksum_of);

  /// Records that file number `n` is finished. `checksum` is that of its links.
  void keep(std::size_t n, const std::string& checksum, Json result);

 private:
  /// Takes the state of all files, before any of them is read.
  void see_files();
  void require_file(std::size_t n, const Json& line,
                    const std::function<std::string(const std::string&)>& checksum_of) const;

  RunDirectory& directory_;
  std::vector<std::string> files_;
  std::vector<FileState> states_;
  std::optional<std::vector<HistoryLine>> kept_;  ///< history of the resumed run
  std::int64_t lines_ = 0;
};

}  // namespace glueball
