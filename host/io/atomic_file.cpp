#include "io/atomic_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>

#include "base/error.hpp"

namespace glueball::io {
namespace {

[[noreturn]] void fail(ErrorKind kind, const std::filesystem::path& path, const std::string& what, int reason,
                       const std::string& hint) {
  if (reason == ENOSPC || reason == EDQUOT) throw DiskFull(path.string());
  throw Error(kind, path.string() + ": " + what + ": " + std::generic_category().message(reason), hint);
}

[[noreturn]] void refuse_existing(const std::filesystem::path& path) {
  throw Error(ErrorKind::bad_value, path.string() + ": exists already",
              "choose another name or pass <force>");
}

std::filesystem::path directory_of(const std::filesystem::path& target) {
  return target.has_parent_path() ? target.parent_path() : std::filesystem::path(".");
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path target, bool force) : target_(std::move(target)), force_(force) {
  if (!target_.has_filename())
    throw Error(ErrorKind::bad_value, target_.string() + ": not a file name", "name a file");
  std::error_code ignored;
  const auto status = std::filesystem::status(target_, ignored);
  if (std::filesystem::exists(status)) {
    if (!std::filesystem::is_regular_file(status)) {
      throw Error(ErrorKind::bad_value, target_.string() + ": exists and is not a regular file",
                  "choose another name");
    }
    if (!force_) refuse_existing(target_);
  }
  static std::atomic<unsigned> count = 0;
  std::string name = ".";
  name += target_.filename().string() + "." + std::to_string(::getpid()) + "." + std::to_string(count++) +
          ".part";
  beside_ = directory_of(target_) / name;
  descriptor_ = ::open(beside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor_ < 0) {
    const int reason = errno;
    fail(ErrorKind::bad_value, target_, "cannot be written", reason,
         "check that its directory exists and is writable");
  }
  // Tells those who clear up after killed processes that this one lives; where there are no locks, nothing
  // does.
  [[maybe_unused]] const int locked = ::flock(descriptor_, LOCK_EX | LOCK_NB);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!beside_.empty()) ::unlink(beside_.c_str());
}

void AtomicFile::put(std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::pwrite(descriptor_, bytes.data(), bytes.size(), off_t(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) {
      const int reason = errno;
      fail(ErrorKind::bad_file, target_, "cannot be written", reason, "check the space left on that disk");
    }
    bytes = bytes.subspan(std::size_t(put));
    offset += std::uint64_t(put);
  }
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  put(written_, bytes);
  written_ += bytes.size();
}

void AtomicFile::write(std::string_view text) { write(std::as_bytes(std::span(text.data(), text.size()))); }

void AtomicFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (offset > written_ || bytes.size() > written_ - offset)
    throw std::logic_error("AtomicFile::write_at beyond what was written");
  put(offset, bytes);
}

void AtomicFile::write_at(std::uint64_t offset, std::string_view text) {
  write_at(offset, std::as_bytes(std::span(text.data(), text.size())));
}

std::uint64_t AtomicFile::extend(std::uint64_t bytes) {
  const std::uint64_t offset = written_;
  written_ += bytes;
  return offset;
}

void AtomicFile::begin_sync() {
  // A hint: errors, of which a file system without it is one, are left to fsync.
  ::sync_file_range(descriptor_, off_t(sync_begun_), off_t(written_ - sync_begun_), SYNC_FILE_RANGE_WRITE);
  sync_begun_ = written_;
}

void AtomicFile::publish() {
  if (!force_) {
    // link() refuses an existing name atomically, which rename() cannot.
    if (::link(beside_.c_str(), target_.c_str()) == 0) {
      ::unlink(beside_.c_str());
      return;
    }
    if (errno == EEXIST) refuse_existing(target_);
    // A file system without hard links: the check made here is the best there is.
    if (std::filesystem::exists(target_)) refuse_existing(target_);
  }
  if (::rename(beside_.c_str(), target_.c_str()) != 0) {
    const int reason = errno;
    fail(ErrorKind::bad_file, target_, "cannot be moved into place", reason, "check the directory");
  }
}

void AtomicFile::commit() {
  const bool synced = ::fsync(descriptor_) == 0;
  const int sync_reason = errno;
  const bool closed = ::close(descriptor_) == 0;
  const int close_reason = errno;
  descriptor_ = -1;
  if (!synced || !closed) {
    fail(ErrorKind::bad_file, target_, "cannot be written", synced ? close_reason : sync_reason,
         "check the space left on that disk");
  }
  publish();
  beside_.clear();
  // The new name must survive a power cut as well; a directory that cannot be synced is not an error.
  const int directory = ::open(directory_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory >= 0) {
    ::fsync(directory);
    ::close(directory);
  }
}

}  // namespace glueball::io
