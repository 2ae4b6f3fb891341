// Checks of a command's output files: none is written twice, and none is an input.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/options.hpp"
#include "run/run_directory.hpp"

namespace glueball::app {

/// A command registers each file once before there is work. Names are compared by place, however they are
/// spelled. Throws Error(bad_value) if two flags would write one file, if one lies below another, if it
/// belongs to the run in an output directory, or if it is an input. Otherwise the header of a configuration
/// with its chain's data would be lost, or other data.
class Outputs {
 public:
  /// Inputs are located as find_input does; "" is no input. The file of --config is one more.
  Outputs(const CommonOptions& common, const std::vector<std::string>& inputs);

  /// Registers the run in `resume`, or else in `output`, if one is given; `also` is that of RunDirectory.
  Outputs& run(const std::string& output, const std::string& resume, const RunDirectory::Named& also = {});
  /// Registers the output of a flag; "" means none.
  Outputs& file(const std::string& flag, const std::string& path);
  Outputs& files(const std::string& flag, const std::vector<std::string>& paths);

 private:
  struct Output {
    std::string flag, path;      ///< as they were given
    RunDirectory::Named owns{};  ///< for a run's directory: the names in it that belong to the run
  };

  void add(Output output);
  void require_apart(const Output& above, const std::filesystem::path& place, const Output& below,
                     const std::filesystem::path& place_below) const;

  std::set<std::pair<std::uint64_t, std::uint64_t>> inputs_;  ///< device and inode of each existing input
  std::map<std::filesystem::path, Output> outputs_;           ///< by io::real_place
};

}  // namespace glueball::app
