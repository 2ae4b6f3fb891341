// A file being written, before it has its final name.
#pragma once

#include <sys/stat.h>

#include <filesystem>

namespace glueball::io {

/// A file open for writing in the directory of `target`. If the file system supports O_TMPFILE, it has no
/// name until it is published. Otherwise it is called ".target.0.part", with the first number that no process
/// is writing. It also gets such a name just before it replaces a file, because no system call gives an
/// unnamed file an existing name. The next PartFile of the target deletes files of killed processes; a lock
/// marks those of living ones.
class PartFile {
 public:
  /// Throws Error(bad_value) if the directory does not exist or is not writable, DiskFull.
  explicit PartFile(const std::filesystem::path& target);
  /// Deletes the file unless it was published.
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  int descriptor() const { return descriptor_; }
  /// Gives the file the target's name, complete and on disk, and the permissions of the file that it
  /// replaces. Throws Error(bad_value) if the name exists and `replace` is false, Error(bad_file) if the
  /// system refuses, DiskFull. A file that is not `durable` may be lost, or empty, after a power cut.
  void publish(bool replace, bool durable = true);

 private:
  /// Deletes the files of killed processes.
  void remove_left() const;
  bool open_unnamed();
  void open_named();
  /// Makes `name_`; returns false if it exists, or another process has taken it.
  bool take();
  /// Sets owner, group and mode of the file before, as far as the system allows.
  void take_permissions(const struct stat& before) const;
  void give_name(int held, bool replace);

  std::filesystem::path target_, directory_;
  std::filesystem::path name_;  ///< empty: the file has no name
  int descriptor_ = -1;
};

}  // namespace glueball::io
