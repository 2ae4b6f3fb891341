#include "io/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "base/error.hpp"

namespace glueball::io {

InputFile::InputFile(std::filesystem::path path) : path_(std::move(path)) {
  // With O_NONBLOCK opening a named pipe does not wait for a writer; it has no effect on regular files.
  descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ < 0) {
    const int reason = errno;
    refuse("cannot be opened: " + std::generic_category().message(reason), "check the path");
  }
  struct stat status {};
  const bool known = ::fstat(descriptor_, &status) == 0;
  if (!known || !S_ISREG(status.st_mode)) {
    ::close(descriptor_);
    refuse(known && S_ISDIR(status.st_mode) ? "is a directory" : "is not a regular file",
           "give the path of one configuration file");
  }
  size_ = std::uint64_t(status.st_size);
}

InputFile::~InputFile() { ::close(descriptor_); }

void InputFile::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  if (offset > size_ || bytes.size() > size_ - offset) {
    refuse("ends at byte " + std::to_string(size_) + " where " + std::to_string(bytes.size()) +
               " bytes were expected at byte " + std::to_string(offset),
           "the file is truncated; fetch it again");
  }
  while (!bytes.empty()) {
    const ssize_t got = ::pread(descriptor_, bytes.data(), bytes.size(), off_t(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      const int reason = errno;
      refuse("cannot be read at byte " + std::to_string(offset) + ": " +
             (got < 0 ? std::generic_category().message(reason) : "it shrank while being read"));
    }
    bytes = bytes.subspan(std::size_t(got));
    offset += std::uint64_t(got);
  }
}

std::vector<std::byte> InputFile::read_up_to(std::uint64_t offset, std::size_t length) const {
  const std::uint64_t left = offset < size_ ? size_ - offset : 0;
  std::vector<std::byte> bytes(std::size_t(std::min<std::uint64_t>(left, length)));
  if (!bytes.empty()) read(offset, bytes);
  return bytes;
}

std::string InputFile::text_up_to(std::uint64_t offset, std::size_t length) const {
  const auto bytes = read_up_to(offset, length);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void InputFile::require(std::uint64_t offset, std::uint64_t bytes, const std::string& what) const {
  static constexpr std::uint64_t kStrayBytes = 64;
  const std::uint64_t available = offset < size_ ? size_ - offset : 0;
  if (available < bytes) {
    refuse("truncated: " + what + " needs " + std::to_string(bytes) + " bytes after byte " +
               std::to_string(offset) + " but " + std::to_string(available) + " are there",
           "fetch the file again");
  }
  if (available - bytes >= kStrayBytes) {
    refuse("too long: " + what + " needs " + std::to_string(bytes) + " bytes after byte " +
               std::to_string(offset) + " but " + std::to_string(available) + " are there",
           "the header does not describe this file");
  }
}

void InputFile::refuse(const std::string& what, const std::string& hint) const {
  throw Error(ErrorKind::bad_file, path_.string() + ": " + what, hint);
}

}  // namespace glueball::io
