// A file in the making, before it has its name.
#pragma once

#include <sys/stat.h>

#include <filesystem>

namespace glueball::io {

/// Open for writing, in the directory of `target`. Where the file system can (O_TMPFILE) it has no name until
/// it is published. Elsewhere it is called ".target.0.part", with the first number that nobody is writing. So
/// it is everywhere for the moment in which it takes the place of another file: no system call gives a file
/// without a name one that is taken. What a killed process left under such a name goes with the next PartFile
/// of the target: a lock tells what a living one writes.
class PartFile {
 public:
  /// Throws Error(bad_value) where the directory is not there or cannot be written into, DiskFull.
  explicit PartFile(const std::filesystem::path& target);
  /// Without `publish` nothing is left.
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  int descriptor() const { return descriptor_; }
  /// Gives it the target's name, whole and on the disk, and the permissions of the file whose place it
  /// takes. Throws Error(bad_value) where the name is taken and `replace` is false, Error(bad_file) where the
  /// system refuses, DiskFull. One that is not `durable` may be lost, or empty, after a power cut.
  void publish(bool replace, bool durable = true);

 private:
  /// What killed processes left.
  void remove_left() const;
  bool open_unnamed();
  void open_named();
  /// Makes `name_`; false where it is there, or another process has taken it.
  bool take();
  /// Owner, group and mode of the file before, as far as the system lets them be given.
  void take_permissions(const struct stat& before) const;
  void give_name(int held, bool replace);

  std::filesystem::path target_, directory_;
  std::filesystem::path name_;  ///< empty: it has none
  int descriptor_ = -1;
};

}  // namespace glueball::io
