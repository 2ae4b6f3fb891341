// A folder of shaders that are compiled anew when somebody has edited them, and take the place of those that
// run.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "gpu/device.hpp"

namespace glueball::view {

class ShaderWatch {
 public:
  /// Files changed after `since` count as edited from the start: when the program was built. Throws
  /// Error(bad_value) where the folder has no shaders, or this program no compiler.
  ShaderWatch(gpu::Device& device, std::filesystem::path folder, std::filesystem::file_time_type since);

  /// Looks for files changed since the last call, and compiles those of the kernels in use that read them. A
  /// shader that does not compile, or that the device or its caller does not take, leaves the old one
  /// running. Returns whether anything was compiled.
  bool look();
  /// What is wrong, the compiler's lines with file and line number; empty when all is well.
  std::string errors() const;
  /// Shaders that were put in place so far.
  int replaced() const { return replaced_; }

 private:
  using Time = std::filesystem::file_time_type;

  gpu::Device& device_;
  std::filesystem::path folder_;
  Time since_;
  std::map<std::string, Time> done_;  ///< of a blob: the newest of its files when it was last compiled
  std::map<std::string, std::string> errors_;
  int replaced_ = 0;
};

/// When the program that runs was built; the beginning of time where nobody knows.
std::filesystem::file_time_type build_time();

}  // namespace glueball::view
