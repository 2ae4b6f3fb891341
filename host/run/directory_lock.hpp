// A lock that admits one process at a time to a directory.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace glueball {

/// The lock file. It names the process that holds the lock, and is removed when that ends normally.
inline constexpr const char* kLockFile = ".glueball.lock";

/// Returns "process 12 on host", the holder of a directory's lock, or an empty string if there is none.
std::string holder_of(const std::filesystem::path& directory);

/// Holds a lock on a directory until it is destroyed. The system releases the lock of a killed process, whose
/// lock file is left and has no effect. `warning` reports a file system without locks.
class DirectoryLock {
 public:
  /// `make` creates the directory and its parents. Waits up to 2 s for a process that is ending. Throws
  /// Error(bad_value) that names the process that holds the lock, and if the directory cannot be made or
  /// written into; also DiskFull.
  DirectoryLock(const std::filesystem::path& directory, bool make);
  /// Removes directories that were made and stayed empty.
  ~DirectoryLock();
  /// Throws Error(bad_value) if the name no longer belongs to the locked directory, because it was moved or
  /// removed; another directory may have its name now.
  void require_held() const;
  /// Returns a line for the user, or an empty string if the lock works.
  const std::string& warning() const { return warning_; }
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

 private:
  void make_directories(const std::filesystem::path& directory);
  /// Returns false if its last holder has just removed the file.
  bool take();
  /// True if the lock file's name belongs to the file that is held.
  bool is_held() const;
  void release();

  std::filesystem::path file_;
  std::vector<std::filesystem::path> made_;  ///< the outermost first
  int descriptor_ = -1;
  std::string warning_;
};

}  // namespace glueball
