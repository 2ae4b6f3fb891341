// Who reads a file, and writes it anew with something added.
#pragma once

#include <filesystem>

namespace glueball::io {

/// Holds an existing file against other processes that do the same, until its end: none of them loses what
/// another has added. The constructor waits for its turn. Where there is no such file, or the file system has
/// no locks, nothing is held.
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
