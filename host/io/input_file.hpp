// A file opened for reading whose every access is checked against its size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace glueball::io {

/// A regular file of known size. No length taken from a file's own header is believed before `require` or
/// `read` has compared it with that size, so a damaged header cannot cause a wild allocation.
class InputFile {
 public:
  /// Throws Error(bad_file) when the path is missing, unreadable or not a regular file.
  explicit InputFile(std::filesystem::path path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Bytes.
  std::uint64_t size() const { return size_; }

  /// Fills `bytes` from `offset` (bytes); throws Error(bad_file) when the file ends before.
  void read(std::uint64_t offset, std::span<std::byte> bytes) const;
  /// At most `length` bytes from `offset`: fewer at the end of the file, none beyond it.
  std::vector<std::byte> read_up_to(std::uint64_t offset, std::size_t length) const;
  /// The same as characters.
  std::string text_up_to(std::uint64_t offset, std::size_t length) const;

  /// Throws Error(bad_file) unless exactly `bytes` bytes follow `offset`; fewer than 64 stray bytes after
  /// them are let pass (writers exist that leave some), which is less than one link and so cannot hide wrong
  /// extents.
  void require(std::uint64_t offset, std::uint64_t bytes, const std::string& what) const;

  /// Throws Error(bad_file): "<path>: <what>; <hint>".
  [[noreturn]] void refuse(const std::string& what, const std::string& hint = {}) const;

 private:
  std::filesystem::path path_;
  std::uint64_t size_ = 0;
  int descriptor_ = -1;
};

}  // namespace glueball::io
