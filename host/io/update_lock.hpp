// A lock for processes that read a file and rewrite it with an addition.
#pragma once

#include <filesystem>

namespace glueball::io {

/// Locks an existing file against other processes that do the same, so that no addition is lost. The
/// constructor waits for the lock. If the file does not exist, or the file system has no locks, nothing is
/// locked.
class UpdateLock {
 public:
  explicit UpdateLock(const std::filesystem::path& path);
  ~UpdateLock();
  UpdateLock(const UpdateLock&) = delete;
  UpdateLock& operator=(const UpdateLock&) = delete;

 private:
  int descriptor_ = -1;
};

}  // namespace glueball::io
