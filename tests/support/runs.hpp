// Run directories of the program, compared.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace glueball::test {

/// The lines of history.jsonl without what depends on the process that wrote them: dates, seconds, times of
/// kernels, and the most memory it took of the device, which one that finds all steps done needs little of.
std::vector<std::string> timeless_history(const std::filesystem::path& run);

/// "configuration-000012.ildg" in the run.
std::filesystem::path configuration_of(const std::filesystem::path& run, int step);

inline const std::string kNotWhole = "not whole";
/// The checksum that `glueball info` has verified; kNotWhole where it could not.
std::string checksum_of(const std::filesystem::path& configuration);

/// What makes two runs the same: their timeless histories and the data of their files, by name.
struct RunBits {
  std::vector<std::string> history;
  std::map<std::string, std::string> files;

  bool operator==(const RunBits&) const = default;
};
RunBits bits_of(const std::filesystem::path& run);

/// Every file of a directory but lock files, byte by byte.
std::map<std::string, std::string> content_of(const std::filesystem::path& run);

/// What is wrong with a run directory whose processes have ended, however they did: steps of the history that
/// are not consecutive, files that are not whole, or not of the step, plaquette, beta and seed that history
/// and config.toml say.
std::vector<std::string> faults_of(const std::filesystem::path& run);

/// Names in a directory that a run does not write, hidden ones included.
std::vector<std::string> foreign_names(const std::filesystem::path& run);

}  // namespace glueball::test
