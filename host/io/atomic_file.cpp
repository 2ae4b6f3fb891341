#include "io/atomic_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>

#include "base/error.hpp"
#include "io/place.hpp"

namespace glueball::io {
namespace {

[[noreturn]] void fail(ErrorKind kind, const std::filesystem::path& path, const std::string& what, int reason,
                       const std::string& hint) {
  if (reason == ENOSPC || reason == EDQUOT) throw DiskFull(path.string());
  throw Error(kind, path.string() + ": " + what + ": " + std::generic_category().message(reason), hint);
}

/// Checks the target before a part file is made. If the target is a link, the file that it names is written.
std::filesystem::path writable(std::filesystem::path target, bool force) {
  require_writable(target, force);
  std::error_code error;
  if (std::filesystem::is_symlink(target, error)) return std::filesystem::canonical(target);
  return target;
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path target, bool force)
    : target_(writable(std::move(target), force)), force_(force), part_(target_) {}

void AtomicFile::put(std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::pwrite(part_.descriptor(), bytes.data(), bytes.size(), off_t(offset));
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
  // This is a hint. Errors, such as of a file system without it, are left to fsync.
  ::sync_file_range(part_.descriptor(), off_t(sync_begun_), off_t(written_ - sync_begun_),
                    SYNC_FILE_RANGE_WRITE);
  sync_begun_ = written_;
}

void AtomicFile::commit() { part_.publish(force_); }

void AtomicFile::commit_unsynced() { part_.publish(force_, false); }

}  // namespace glueball::io
