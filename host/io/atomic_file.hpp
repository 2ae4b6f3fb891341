// A file that appears under its name complete or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace glueball::io {

/// Writes beside the target and moves the result there in `commit`. Without a commit (an error, an exception)
/// the target is as it was and nothing is left behind.
class AtomicFile {
 public:
  /// Throws Error(bad_value) when the target exists and `force` is not set, when it is not a regular file, or
  /// when its directory cannot be written to. Every step throws DiskFull where that is the reason.
  explicit AtomicFile(std::filesystem::path target, bool force = false);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Appends; throws Error(bad_file) when the system refuses.
  void write(std::span<const std::byte> bytes);
  void write(std::string_view text);
  /// Overwrites bytes already written, from `offset` on: headers that hold sums of what follows them. Throws
  /// std::logic_error beyond what was written.
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes);
  void write_at(std::uint64_t offset, std::string_view text);
  /// Makes room for `bytes` at the end and returns its offset, for write_at, which several threads may call
  /// at once. What is not written there is zero.
  std::uint64_t extend(std::uint64_t bytes);
  /// The disk begins with what was written since the last call, so that `commit` has less to wait for.
  void begin_sync();

  /// Syncs to disk and moves to the target. Throws Error(bad_value) when, without `force`, another writer
  /// created the target meanwhile.
  void commit();

 private:
  void put(std::uint64_t offset, std::span<const std::byte> bytes);
  void publish();

  std::filesystem::path target_;
  std::filesystem::path beside_;
  bool force_;
  int descriptor_ = -1;
  std::uint64_t written_ = 0, sync_begun_ = 0;
};

}  // namespace glueball::io
