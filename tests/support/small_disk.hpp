// This is a file system that fills up.
#pragma once

#include <filesystem>

namespace glueball::test {

/// This is a tmpfs mounted on a new directory until the end of its life. Without the right to mount, the
/// process moves into a user namespace of its own, where it has the right, and stays there.
class SmallDisk {
 public:
  SmallDisk(const std::filesystem::path& place, int kibibytes);
  ~SmallDisk();
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  /// False where neither way exists; the case skips.
  bool mounted() const { return mounted_; }

 private:
  std::filesystem::path place_;
  bool mounted_ = false;
};

}  // namespace glueball::test
