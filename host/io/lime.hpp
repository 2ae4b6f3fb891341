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
  std::uint64_t offset = 0;  ///< offset of the data, bytes from the start of the file
  std::uint64_t length = 0;  ///< length of the data, bytes, without padding
};

/// Returns true if the file starts with LIME's magic number.
bool is_lime(const InputFile& file);

/// Returns all records, each known to be inside the file. Message flags are ignored, because writers differ.
/// A missing pad at the very end and fewer than 144 further bytes are accepted. Throws Error(bad_file) for a
/// damaged container.
std::vector<LimeRecord> read_lime_records(const InputFile& file);

/// Returns the text of a record up to its first NUL. Throws Error(bad_file) if it is longer than 1 MiB.
std::string read_text(const InputFile& file, const LimeRecord& record);

/// Checks the list of sites in one of QIO's files in parts: numbers of 32 bits, big-endian, in the order of
/// the data. Throws Error(bad_file) unless these are all sites from 0 on; the error says if the file is one
/// part of several.
void require_all_sites_in_order(const InputFile& file, const LimeRecord& list, std::uint64_t volume);

/// Writes messages record by record. The caller marks the last record of each message; every record is
/// padded.
class LimeWriter {
 public:
  static constexpr std::size_t kHeaderBytes = 144;  ///< before the data of every record

  explicit LimeWriter(AtomicFile& file) : file_(file) {}

  /// Writes a whole record.
  void text(std::string_view type, std::string_view data, bool last = false);

  /// These write a record in pieces: begin, write until `length` bytes are given, end.
  void begin(std::string_view type, std::uint64_t length, bool last = false);
  void write(std::span<const std::byte> bytes);
  /// Appends zeros for the next `bytes` of the record; returns their offset for AtomicFile::write_at.
  std::uint64_t extend(std::uint64_t bytes);
  /// Throws std::logic_error if the number of bytes given is not the announced one.
  void end();

 private:
  AtomicFile& file_;
  bool first_ = true;
  std::uint64_t announced_ = 0, given_ = 0;
};

}  // namespace glueball::io
