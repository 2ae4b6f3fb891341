// What a command over several configurations keeps in its directory, and finds there when it goes on.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "run/run_directory.hpp"

namespace glueball {

/// A file's state as the system has it. A program cannot set `changed`, as it can `modified`.
struct FileState {
  std::int64_t bytes = 0, modified = 0, changed = 0;  ///< times in nanoseconds since 1970
  std::uint64_t inode = 0;
};

/// history.jsonl has a line a file that is finished: {"step", "number", "file", "bytes", "modified",
/// "changed", "inode", "checksum", "result", "crc32"}. The checksum is that of its links as they were read.
/// The file's state is that of before any file was read: where it is the same when the run goes on, the file
/// was not replaced meanwhile and need not be read again. "crc32" is of all lines before and of this one
/// until there.
class FileRecords {
 public:
  using Json = nlohmann::ordered_json;

  /// The directory must outlive this. `files`: all configurations, in their order.
  FileRecords(RunDirectory& directory, std::vector<std::string> files)
      : directory_(directory), files_(std::move(files)) {}

  /// Starts anew; `config`: all options, TOML.
  void begin(const std::string& config);

  struct Past {
    std::vector<std::optional<Json>> results;  ///< of the files; nothing of those that are to be done
    std::vector<std::string> checksums;        ///< of the links of the former
    bool torn = false;                         ///< the last line was not whole, and is dropped
  };
  /// What an earlier process has finished; from here on the directory is written again. `checksum_of` reads a
  /// file: it is asked for those whose state is not as recorded. A file that is gone is not
  /// asked for. Throws Error(bad_file) where lines were lost or changed and where a file has changed since,
  /// Error(bad_value) where the files are not the same ones in the same order; there may be more of them.
  Past resume(const std::string& config, const std::function<std::string(const std::string&)>& checksum_of);

  /// File number `n` is finished. `checksum`: of its links.
  void keep(std::size_t n, const std::string& checksum, Json result);

 private:
  /// Takes the state of all files, before any of them is read.
  void see_files();
  void require_file(std::size_t n, const Json& line,
                    const std::function<std::string(const std::string&)>& checksum_of) const;

  RunDirectory& directory_;
  std::vector<std::string> files_;
  std::vector<FileState> states_;
  std::int64_t lines_ = 0;
};

}  // namespace glueball
