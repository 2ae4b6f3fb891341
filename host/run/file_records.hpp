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

/// history.jsonl has a line a file that is finished:
/// {"step", "number", "file", "bytes", "modified", "checksum", "result", "crc32"}. The checksum is that of
/// its links as they were read; size and time of change (nanoseconds since 1970) say without reading whether
/// the file is still the same; "crc32" is of all lines before and of this one until there.
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
  /// file: it is asked for those whose size or time of change is another. A file that is gone is not asked
  /// for. Throws Error(bad_file) where lines were lost or changed and where a file has changed since,
  /// Error(bad_value) where the files are not the same ones in the same order; there may be more of them.
  Past resume(const std::string& config, const std::function<std::string(const std::string&)>& checksum_of);

  /// File number `n` is finished. `checksum`: of its links.
  void keep(std::size_t n, const std::string& checksum, Json result);

 private:
  void require_file(std::size_t n, const Json& line,
                    const std::function<std::string(const std::string&)>& checksum_of) const;

  RunDirectory& directory_;
  std::vector<std::string> files_;
  std::int64_t lines_ = 0;
};

}  // namespace glueball
