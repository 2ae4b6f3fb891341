// LIME, the record container of ILDG and SciDAC files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/atomic_file.hpp"
#include "io/input_file.hpp"

namespace glueball::io {

struct LimeRecord {
  std::string type;          ///< "ildg-binary-data", ...
  std::uint64_t offset = 0;  ///< of the data, bytes from the start of the file
  std::uint64_t length = 0;  ///< of the data, bytes, without padding
};

/// Whether the file starts with LIME's magic number.
bool is_lime(const InputFile& file);

/// All records, each known to lie inside the file. Message flags are ignored (writers differ), a missing pad
/// at the very end is let pass and so are fewer than 144 stray bytes. Throws Error(bad_file) for a damaged
/// container.
std::vector<LimeRecord> read_lime_records(const InputFile& file);

/// The text of a record up to its first NUL; Error(bad_file) when longer than 1 MiB.
std::string read_text(const InputFile& file, const LimeRecord& record);

/// QIO's files in parts list their sites: numbers of 32 bits, big-endian, in the order of the data. Throws
/// Error(bad_file), which says whether the file is one part of several, unless these are all sites from 0 on.
void require_all_sites_in_order(const InputFile& file, const LimeRecord& list, std::uint64_t volume);

/// Writes messages, record by record. The caller marks the last record of each; every record is padded.
class LimeWriter {
 public:
  static constexpr std::size_t kHeaderBytes = 144;  ///< before the data of every record

  explicit LimeWriter(AtomicFile& file) : file_(file) {}

  /// A whole record.
  void text(std::string_view type, std::string_view data, bool last = false);

  /// A record in pieces: begin, write until `length` bytes are given, end.
  void begin(std::string_view type, std::uint64_t length, bool last = false);
  void write(std::span<const std::byte> bytes);
  /// Makes room for the next `bytes` of the record instead of writing them; returns where, for
  /// AtomicFile::write_at.
  std::uint64_t extend(std::uint64_t bytes);
  /// Throws std::logic_error when the bytes given are not those announced.
  void end();

 private:
  AtomicFile& file_;
  bool first_ = true;
  std::uint64_t announced_ = 0, given_ = 0;
};

}  // namespace glueball::io
