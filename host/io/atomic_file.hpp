// A file that appears under its name complete or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "io/part_file.hpp"

namespace glueball::io {

/// Writes a PartFile, which gets the target's name in `commit`. Without a commit (an error, an exception) the
/// target is unchanged and no file is left behind.
class AtomicFile {
 public:
  /// Throws as require_writable does, and Error(bad_value) if the directory does not exist. Every step throws
  /// DiskFull if the disk is full.
  explicit AtomicFile(std::filesystem::path target, bool force = false);

  /// Appends bytes. Throws Error(bad_file) if the system refuses.
  void write(std::span<const std::byte> bytes);
  void write(std::string_view text);
  /// Overwrites bytes already written, from `offset` on, such as a header with sums of later data. Throws
  /// std::logic_error beyond the written bytes.
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes);
  void write_at(std::uint64_t offset, std::string_view text);
  /// Appends `bytes` zeros and returns their offset, for write_at, which several threads may call at once.
  std::uint64_t extend(std::uint64_t bytes);
  /// Starts writing to disk what was written since the last call, so that `commit` has less to wait for.
  void begin_sync();

  /// Syncs to disk and moves to the target. Throws Error(bad_value) if, without `force`, another writer
  /// created the target meanwhile.
  void commit();
  /// Moves to the target without a sync: after a power cut the target may be empty. Use it for files that are
  /// checked when they are read.
  void commit_unsynced();

 private:
  void put(std::uint64_t offset, std::span<const std::byte> bytes);

  std::filesystem::path target_;
  bool force_;
  PartFile part_;
  std::uint64_t written_ = 0, sync_begun_ = 0;
};

}  // namespace glueball::io
