// A file opened for reading, with every access checked against its size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace glueball::io {

/// A regular file of known size. A length from the file's header is compared with that size in `require` or
/// `read` before use, so a damaged header cannot cause a huge allocation.
class InputFile {
 public:
  /// Throws Error(bad_file) if the path is missing, unreadable or not a regular file.
  explicit InputFile(std::filesystem::path path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Returns the size in bytes.
  std::uint64_t size() const { return size_; }

  /// Fills `bytes` from `offset` (bytes). Throws Error(bad_file) if the file ends before.
  void read(std::uint64_t offset, std::span<std::byte> bytes) const;
  /// Returns at most `length` bytes from `offset`: fewer at the end of the file, none beyond it.
  std::vector<std::byte> read_up_to(std::uint64_t offset, std::size_t length) const;
  /// Returns the same bytes as characters.
  std::string text_up_to(std::uint64_t offset, std::size_t length) const;

  /// Throws Error(bad_file) unless exactly `bytes` bytes follow `offset`. Fewer than 64 further bytes are
  /// accepted, because some writers leave them; they are less than one link and so cannot hide wrong extents.
  void require(std::uint64_t offset, std::uint64_t bytes, const std::string& what) const;

  /// Throws Error(bad_file): "<path>: <what>; <hint>".
  [[noreturn]] void refuse(const std::string& what, const std::string& hint = {}) const;

 private:
  std::filesystem::path path_;
  std::uint64_t size_ = 0;
  int descriptor_ = -1;
};

}  // namespace glueball::io
