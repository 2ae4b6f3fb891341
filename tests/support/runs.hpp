// These functions compare run directories of the program.
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

/// Two runs are the same if these are equal: histories without times, and the data of their files, by name.
struct RunBits {
  std::vector<std::string> history;
  std::map<std::string, std::string> files;

  bool operator==(const RunBits&) const = default;
};
RunBits bits_of(const std::filesystem::path& run);

/// Returns every file of a directory except lock files, byte by byte.
std::map<std::string, std::string> content_of(const std::filesystem::path& run);

/// Returns what is wrong with a run directory whose processes have ended, in whatever way. Faults are steps
/// of the history that are not consecutive, files that are not whole, and files that disagree with the step,
/// plaquette, beta and seed of the history and config.toml.
std::vector<std::string> faults_of(const std::filesystem::path& run);

/// Names in a directory that a run does not write, hidden ones included.
std::vector<std::string> foreign_names(const std::filesystem::path& run);

}  // namespace glueball::test
