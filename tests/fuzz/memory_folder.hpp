// A folder for targets whose files have names.
#pragma once

#include <filesystem>
#include <string>

namespace glueball::fuzz {

/// This is a folder in memory, which ends with the program.
class MemoryFolder {
 public:
  MemoryFolder();
  ~MemoryFolder();
  MemoryFolder(const MemoryFolder&) = delete;
  MemoryFolder& operator=(const MemoryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  /// Makes `name` in it a link to a file, whatever it was, and returns its path.
  std::filesystem::path link(const std::string& name, const std::filesystem::path& target) const;

 private:
  std::filesystem::path path_;
};

}  // namespace glueball::fuzz
