#include "run/directory_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <string>
#include <thread>

#include "base/error.hpp"
#include "io/place.hpp"

namespace glueball {
namespace fs = std::filesystem;

namespace {

constexpr int kMostAttempts = 1000;

/// Longest wait for a lock: a killed process holds it until its memory is freed.
constexpr std::chrono::milliseconds kPatience(2000), kBetween(20);

/// Calls flock with LOCK_EX, with this wait.
int lock_soon(int descriptor) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK || std::chrono::steady_clock::now() >= end) return -1;
    std::this_thread::sleep_for(kBetween);
  }
  return 0;
}

[[noreturn]] void cannot(const std::string& verb, const fs::path& path, int reason) {
  if (reason == ENOSPC || reason == EDQUOT) throw DiskFull(path.string());
  throw Error(ErrorKind::bad_value,
              fmt::format("{}: cannot {}: {}", path.string(), verb, std::strerror(reason)),
              "check permissions, or choose another <output>");
}

std::string this_process() {
  char host[256] = "";
  ::gethostname(host, sizeof host - 1);
  return fmt::format("process {} on {}\n", ::getpid(), host);
}

/// Returns the text of the lock's holder, which may not be written yet.
std::string holder(int descriptor) {
  char text[300];
  const ssize_t got = ::pread(descriptor, text, sizeof text, 0);
  const std::string all(text, std::size_t(std::max<ssize_t>(got, 0)));
  const std::string line = all.substr(0, all.find('\n'));
  const bool printable =
      std::all_of(line.begin(), line.end(), [](unsigned char c) { return c >= ' ' && c < 127; });
  return line.empty() || !printable ? "another process" : line;
}

}  // namespace

std::string holder_of(const fs::path& directory) {
  const int file = ::open((directory / kLockFile).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return {};
  const bool held = ::flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  const std::string who = held ? holder(file) : "";
  ::close(file);
  return who;
}

DirectoryLock::DirectoryLock(const fs::path& directory, bool make) : file_(directory / kLockFile) {
  try {
    for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
      if (make) make_directories(directory);
      if (take()) return;
    }
    // Such directories vanish at once, or let nothing be made in them, as those of /proc do.
    throw Error(ErrorKind::bad_value,
                fmt::format("{}: nothing can be made in {}", directory.string(),
                            io::nearest_above(directory / kLockFile).string()),
                "choose another <output>");
  } catch (...) {
    release();
    throw;
  }
}

DirectoryLock::~DirectoryLock() { release(); }

void DirectoryLock::make_directories(const fs::path& directory) {
  fs::path path;
  for (const fs::path& part : fs::absolute(directory).lexically_normal()) {
    path /= part;
    if (part.empty() || ::access(path.c_str(), F_OK) == 0) continue;
    if (fs::is_symlink(fs::symlink_status(path)))
      throw Error(ErrorKind::bad_value, path.string() + ": is a link to nothing", "choose another <output>");
    if (::mkdir(path.c_str(), 0777) == 0) {
      made_.push_back(path);
      continue;
    }
    if (errno == ENOENT) return;  // another process has just removed a parent directory: try again
    if (errno != EEXIST) cannot("make a directory", path, errno);
  }
}

bool DirectoryLock::take() {
  descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
  if (descriptor_ < 0) {
    if (errno == ENOENT) return false;
    cannot("be written into", file_.parent_path(), errno);
  }
  if (lock_soon(descriptor_) != 0) {
    const int reason = errno;
    if (reason == EWOULDBLOCK) {
      const std::string who = holder(descriptor_);
      ::close(descriptor_);
      descriptor_ = -1;
      throw Error(ErrorKind::bad_value, fmt::format("{}: in use by {}", file_.parent_path().string(), who),
                  "wait until it has ended, or choose another <output>");
    }
    warning_ = fmt::format("{}: no lock ({}): make sure that no other run writes there",
                           file_.parent_path().string(), std::strerror(reason));
  }
  // The previous holder may have removed the file after it was opened here. Then others lock a new file.
  if (!is_held()) {
    ::close(descriptor_);
    descriptor_ = -1;
    return false;
  }
  // The text is for other processes to read; the lock does not depend on it.
  const std::string who = this_process();
  [[maybe_unused]] const int cut = ::ftruncate(descriptor_, 0);
  [[maybe_unused]] const ssize_t put = ::pwrite(descriptor_, who.data(), who.size(), 0);
  return true;
}

bool DirectoryLock::is_held() const {
  struct stat held {
  }, named{};
  return ::fstat(descriptor_, &held) == 0 && ::lstat(file_.c_str(), &named) == 0 &&
         held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

void DirectoryLock::require_held() const {
  if (is_held()) return;
  throw Error(
      ErrorKind::bad_value,
      fmt::format("{}: the directory of this run was moved or removed", file_.parent_path().string()),
      "do not move a run's directory before the run has ended; the moved one can be resumed with <resume>");
}

void DirectoryLock::release() {
  if (descriptor_ >= 0) {
    if (is_held()) ::unlink(file_.c_str());  // while it is locked, no other process can hold it
    ::close(descriptor_);
    descriptor_ = -1;
  }
  for (auto at = made_.rbegin(); at != made_.rend() && ::rmdir(at->c_str()) == 0; ++at) {
  }
  made_.clear();
}

}  // namespace glueball
