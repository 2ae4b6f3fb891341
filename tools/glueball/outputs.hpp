// The files that a command writes: none of them twice, and none that it reads.
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

/// A command says each once, before there is work. Names mean the same where they are of the same place,
/// however it is spelled. Throws Error(bad_value) where two flags would write one file, where one lies below
/// another, where it is of a run that the command makes in that directory, or where it is an input: what the
/// header of a configuration says of its chain would be lost, and more where something else is written.
class Outputs {
 public:
  /// Inputs, of which "" is none, are looked for as find_input does; the file of --config is one more.
  Outputs(const CommonOptions& common, const std::vector<std::string>& inputs);

  /// The run in `resume`, else in `output`, else none; `also`: as RunDirectory has it.
  Outputs& run(const std::string& output, const std::string& resume, const RunDirectory::Named& also = {});
  /// What the flag has written; nothing where it is "".
  Outputs& file(const std::string& flag, const std::string& path);
  Outputs& files(const std::string& flag, const std::vector<std::string>& paths);

 private:
  struct Output {
    std::string flag, path;      ///< as they were given
    RunDirectory::Named owns{};  ///< of a run's directory: the names in it that are the run's
  };

  void add(Output output);
  void require_apart(const Output& above, const std::filesystem::path& place, const Output& below,
                     const std::filesystem::path& place_below) const;

  std::set<std::pair<std::uint64_t, std::uint64_t>> inputs_;  ///< device and number of each that is there
  std::map<std::filesystem::path, Output> outputs_;           ///< by io::real_place
};

}  // namespace glueball::app
