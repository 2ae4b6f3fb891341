// Compilation of edited shaders, which then replace the running ones.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "gpu/device.hpp"

namespace glueball::view {

class ShaderWatch {
 public:
  /// Files changed after `since`, the time of the program's build, count as edited at the start. Throws
  /// Error(bad_value) if the folder has no shaders, or if this program has no compiler.
  ShaderWatch(gpu::Device& device, std::filesystem::path folder, std::filesystem::file_time_type since);

  /// Finds files changed since the last call, and compiles the shaders in use that read them. The old shader
  /// stays if the new one does not compile, or if the device or the kernel's caller rejects it. Returns true
  /// if anything was compiled.
  bool look();
  /// Returns the compiler's errors with file and line number, or an empty string.
  std::string errors() const;
  /// Returns how many shaders were replaced so far.
  int replaced() const { return replaced_; }

 private:
  using Time = std::filesystem::file_time_type;

  gpu::Device& device_;
  std::filesystem::path folder_;
  Time since_;
  std::map<std::string, Time> done_;  ///< newest time of a shader's files when it was last compiled
  std::map<std::string, std::string> errors_;
  int replaced_ = 0;
};

/// Returns when the running program was built, or the beginning of time if unknown.
std::filesystem::file_time_type build_time();

}  // namespace glueball::view
