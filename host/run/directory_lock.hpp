// One process at a time in a directory.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace glueball {

/// The file that carries the lock; it says which process holds it, and is gone when that has ended by itself.
inline constexpr const char* kLockFile = ".glueball.lock";

/// "process 12 on host", which holds the lock of a directory; empty where nobody does.
std::string holder_of(const std::filesystem::path& directory);

/// Holds a lock on a directory until it is destroyed. The system lets go of it when the process is killed,
/// whose lock file then stays and hinders nobody. On a file system that has no locks `warning` says
/// so.
class DirectoryLock {
 public:
  /// `make`: makes the directory, and those above it. Waits up to 2 s for a process that is ending. Throws
  /// Error(bad_value) naming the process that holds the lock, and where the directory cannot be made or
  /// written into; DiskFull.
  DirectoryLock(const std::filesystem::path& directory, bool make);
  /// Directories that were made and stayed empty go too.
  ~DirectoryLock();
  /// Throws Error(bad_value) where the name is no longer that of the directory that is locked: it was moved
  /// or removed, and another may have its name now.
  void require_held() const;
  /// A line for whoever runs this; empty where the lock holds.
  const std::string& warning() const { return warning_; }
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

 private:
  void make_directories(const std::filesystem::path& directory);
  /// False where its last holder has just removed the file.
  bool take();
  /// Whether the lock file's name is that of the file that is held.
  bool is_held() const;
  void release();

  std::filesystem::path file_;
  std::vector<std::filesystem::path> made_;  ///< the outermost first
  int descriptor_ = -1;
  std::string warning_;
};

}  // namespace glueball
