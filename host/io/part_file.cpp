#include "io/part_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>

#include "base/error.hpp"
#include "io/place.hpp"

namespace glueball::io {
namespace fs = std::filesystem;

namespace {

constexpr int kMostNames = 1000;
constexpr int kHow = O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;

[[noreturn]] void fail(ErrorKind kind, const fs::path& path, const std::string& what, int reason,
                       const std::string& hint) {
  if (reason == ENOSPC || reason == EDQUOT) throw DiskFull(path.string());
  throw Error(kind, path.string() + ": " + what + ": " + std::generic_category().message(reason), hint);
}

/// Returns the path by which a file without a name can get one.
std::string of_descriptor(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

/// Returns ".target.0.part", with the target's name cut to the longest possible one.
fs::path name_of(const fs::path& target, const fs::path& directory, int number) {
  const std::string end = "." + std::to_string(number) + ".part", name = target.filename().string();
  return directory /
         ("." + name.substr(0, std::min(name.size(), longest_name(directory) - end.size() - 1)) + end);
}

/// Returns true if that is the name of the open file, and the file is a regular one.
bool is_at(int descriptor, const fs::path& name) {
  struct stat held {
  }, named{};
  return ::fstat(descriptor, &held) == 0 && ::lstat(name.c_str(), &named) == 0 &&
         held.st_dev == named.st_dev && held.st_ino == named.st_ino && S_ISREG(held.st_mode);
}

}  // namespace

PartFile::PartFile(const fs::path& target)
    : target_(target), directory_(target.has_parent_path() ? target.parent_path() : fs::path(".")) {
  remove_left();
  if (!open_unnamed()) open_named();
}

PartFile::~PartFile() {
  if (!name_.empty()) ::unlink(name_.c_str());  // still locked, so it belongs to no other process
  if (descriptor_ >= 0) ::close(descriptor_);
}

void PartFile::remove_left() const {
  for (int number = 0; number < kMostNames; ++number) {
    const fs::path name = name_of(target_, directory_, number);
    const int file = ::open(name.c_str(), kHow);
    if (file < 0 && errno == ENOENT) return;
    if (file < 0) continue;
    // Without locks nothing tells if another process still writes the file, so it is kept.
    if (::flock(file, LOCK_EX | LOCK_NB) == 0 && is_at(file, name)) ::unlink(name.c_str());
    ::close(file);
  }
}

bool PartFile::open_unnamed() {
  if (::access("/proc/self/fd", X_OK) != 0) return false;
  descriptor_ = ::open(directory_.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
  // The lock comes before the name from which the file is moved, so that others see a living process.
  if (descriptor_ >= 0) ::flock(descriptor_, LOCK_EX | LOCK_NB);
  return descriptor_ >= 0;
}

void PartFile::open_named() {
  for (int number = 0; number < kMostNames; ++number) {
    name_ = name_of(target_, directory_, number);
    if (take()) return;
  }
  name_.clear();
  fail(ErrorKind::bad_value, target_, "cannot be written", EEXIST, "remove the .part files beside it");
}

bool PartFile::take() {
  descriptor_ = ::open(name_.c_str(), kHow | O_CREAT | O_EXCL, 0666);
  if (descriptor_ < 0 && errno != EEXIST) {
    const int reason = errno;
    name_.clear();
    fail(ErrorKind::bad_value, target_, "cannot be written", reason,
         "check that its directory exists and is writable");
  }
  if (descriptor_ < 0) return false;
  // Before the lock, another process may have taken the file for one of a killed process.
  const bool theirs = ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (!theirs && is_at(descriptor_, name_)) return true;
  ::close(descriptor_);
  descriptor_ = -1;
  return false;
}

void PartFile::give_name(int held, bool replace) {
  if (!replace) {
    // A new link refuses an existing name atomically, which rename() cannot.
    const int linked = name_.empty() ? ::linkat(AT_FDCWD, of_descriptor(held).c_str(), AT_FDCWD,
                                                target_.c_str(), AT_SYMLINK_FOLLOW)
                                     : ::link(name_.c_str(), target_.c_str());
    if (linked == 0) {
      if (!name_.empty()) ::unlink(name_.c_str());
      name_.clear();
      return;
    }
    if (errno == EEXIST) refuse_existing(target_);
    if (name_.empty()) fail(ErrorKind::bad_file, target_, "cannot be written", errno, "check the directory");
    // On a file system without hard links, this check is the best possible.
    if (fs::exists(target_)) refuse_existing(target_);
  }
  for (int number = 0; name_.empty() && number < kMostNames; ++number) {
    const fs::path name = name_of(target_, directory_, number);
    if (::linkat(AT_FDCWD, of_descriptor(held).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0)
      name_ = name;
    else if (errno != EEXIST)
      fail(ErrorKind::bad_file, target_, "cannot be written", errno, "check the directory");
  }
  if (::rename(name_.c_str(), target_.c_str()) != 0)
    fail(ErrorKind::bad_file, target_, "cannot be moved into place", errno, "check the directory");
  name_.clear();
}

void PartFile::take_permissions(const struct stat& before) const {
  mode_t mode = before.st_mode & 0777;
  // Only root can give an owner; only members can give a group. Rights of another group must not go to
  // others.
  if (::fchown(descriptor_, before.st_uid, before.st_gid) != 0 &&
      ::fchown(descriptor_, uid_t(-1), before.st_gid) != 0)
    mode = (mode & ~mode_t(070)) | (mode & 070 & ((mode & 07) << 3));
  ::fchmod(descriptor_, mode);
}

void PartFile::publish(bool replace, bool durable) {
  struct stat before {};
  if (replace && ::stat(target_.c_str(), &before) == 0 && S_ISREG(before.st_mode)) take_permissions(before);
  const bool synced = !durable || ::fsync(descriptor_) == 0;
  const int sync_reason = errno;
  // Some file systems report lost data at the first close. The lock, and a file without a name, last until
  // the second.
  const int held = ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
  const bool closed = ::close(descriptor_) == 0;
  const int close_reason = errno;
  descriptor_ = held;
  if (!synced || !closed)
    fail(ErrorKind::bad_file, target_, "cannot be written", synced ? close_reason : sync_reason,
         "check the space left on that disk");
  // Others may read the file with a shared lock from the moment that it has its name.
  if (name_.empty()) ::flock(held, LOCK_SH | LOCK_NB);
  give_name(held, replace);
  if (!durable) return;
  // The new name must survive a power cut too; a directory that cannot be synced is not an error.
  const int directory = ::open(directory_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory >= 0) {
    ::fsync(directory);
    ::close(directory);
  }
}

}  // namespace glueball::io
