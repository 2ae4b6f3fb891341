// A file that appears under its name complete or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "io/part_file.hpp"

namespace glueball::io {

/// Writes a PartFile, which gets the target's name in `commit`. Without a commit (an error, an exception)
/// the target is as it was and nothing is left behind.
class AtomicFile {
 public:
  /// Throws as require_writable does, and Error(bad_value) when the directory is not there. Every step throws
  /// DiskFull where that is the reason.
  explicit AtomicFile(std::filesystem::path target, bool force = false);

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
  /// Moves to the target and leaves it to the system when that is on the disk: after a power cut the target
  /// may be empty. For what checks itself when it is read.
  void commit_unsynced();

 private:
  void put(std::uint64_t offset, std::span<const std::byte> bytes);

  std::filesystem::path target_;
  bool force_;
  PartFile part_;
  std::uint64_t written_ = 0, sync_begun_ = 0;
};

}  // namespace glueball::io
