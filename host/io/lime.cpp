#include "io/lime.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "io/byte_order.hpp"

namespace glueball::io {
namespace {

// A record's header has magic, version (16 bits), flags (16 bits), length (64 bits), type; all big-endian.
constexpr std::uint32_t kMagic = 0x456789AB;
constexpr std::uint32_t kVersion = 1;
constexpr std::uint32_t kMessageBegin = 0x8000, kMessageEnd = 0x4000;
constexpr std::size_t kHeaderBytes = LimeWriter::kHeaderBytes, kTypeOffset = 16, kTypeBytes = 128;
constexpr std::size_t kMostRecords = 10000;  // real files have about ten
constexpr std::uint64_t kMostRecordText = 1 << 20;

std::uint64_t padding(std::uint64_t length) { return (8 - length % 8) % 8; }

bool has_magic(const InputFile& file, std::uint64_t offset) {
  const auto bytes = file.read_up_to(offset, 4);
  return bytes.size() == 4 && load<std::uint32_t>(bytes.data(), std::endian::big) == kMagic;
}

LimeRecord read_header(const InputFile& file, std::uint64_t offset) {
  const std::string where = " at byte " + std::to_string(offset);
  if (!has_magic(file, offset))
    file.refuse("damaged LIME file: no record starts" + where, "fetch the file again");
  std::array<std::byte, kHeaderBytes> header;
  file.read(offset, header);
  const auto version = load<std::uint32_t>(header.data() + 4, std::endian::big) >> 16;
  if (version != kVersion) {
    file.refuse("LIME record" + where + " has version " + std::to_string(version) + " where 1 is known");
  }
  LimeRecord record;
  record.offset = offset + kHeaderBytes;
  record.length = load<std::uint64_t>(header.data() + 8, std::endian::big);
  const char* type = reinterpret_cast<const char*>(header.data()) + kTypeOffset;
  record.type.assign(type, std::find(type, type + kTypeBytes, '\0'));
  if (record.length > file.size() - record.offset) {
    file.refuse("LIME record" + where + " announces " + std::to_string(record.length) + " bytes but " +
                    std::to_string(file.size() - record.offset) + " are left",
                "the file is truncated or damaged; fetch it again");
  }
  return record;
}

}  // namespace

bool is_lime(const InputFile& file) { return has_magic(file, 0); }

std::vector<LimeRecord> read_lime_records(const InputFile& file) {
  std::vector<LimeRecord> records;
  std::uint64_t offset = 0;
  while (offset < file.size()) {
    const bool stray = file.size() - offset < kHeaderBytes && !has_magic(file, offset);
    if (stray && !records.empty()) break;
    if (records.size() == kMostRecords) {
      file.refuse("damaged LIME file: more than " + std::to_string(kMostRecords) + " records");
    }
    records.push_back(read_header(file, offset));
    // This cannot overflow: offset and length are within the file's size, a signed 64-bit number.
    offset = records.back().offset + records.back().length + padding(records.back().length);
  }
  return records;
}

void require_all_sites_in_order(const InputFile& file, const LimeRecord& list, std::uint64_t volume) {
  if (list.length != 4 * volume)
    file.refuse(
        fmt::format("one part of several: its scidac-sitelist has {} of {} sites", list.length / 4, volume),
        "let QIO join the parts into a single file (QIO_SINGLEFILE)");
  for (std::uint64_t site = 0; site < volume;) {
    std::vector<std::byte> bytes(std::size_t(std::min<std::uint64_t>(4 * (volume - site), 1 << 20)));
    file.read(list.offset + 4 * site, bytes);
    for (std::size_t at = 0; at < bytes.size(); at += 4, ++site)
      if (load<std::uint32_t>(&bytes[at], std::endian::big) != site)
        file.refuse(fmt::format("its scidac-sitelist has the sites in another order, from place {} on", site),
                    "let QIO write a single file (QIO_SINGLEFILE), which has them in order");
  }
}

std::string read_text(const InputFile& file, const LimeRecord& record) {
  if (record.length > kMostRecordText) {
    file.refuse("LIME record " + record.type + " is " + std::to_string(record.length) +
                " bytes long, no text");
  }
  std::string text(std::size_t(record.length), '\0');
  file.read(record.offset, std::as_writable_bytes(std::span(text)));
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

void LimeWriter::text(std::string_view type, std::string_view data, bool last) {
  begin(type, data.size(), last);
  write(std::as_bytes(std::span(data.data(), data.size())));
  end();
}

void LimeWriter::begin(std::string_view type, std::uint64_t length, bool last) {
  if (type.size() >= kTypeBytes) throw std::logic_error("LIME record type too long");
  std::array<std::byte, kHeaderBytes> header{};
  const std::uint32_t flags = (first_ ? kMessageBegin : 0) | (last ? kMessageEnd : 0);
  store(kMagic, std::endian::big, header.data());
  store(kVersion << 16 | flags, std::endian::big, header.data() + 4);
  store(length, std::endian::big, header.data() + 8);
  std::copy_n(reinterpret_cast<const std::byte*>(type.data()), type.size(), header.data() + kTypeOffset);
  file_.write(header);
  first_ = last;
  announced_ = length;
  given_ = 0;
}

void LimeWriter::write(std::span<const std::byte> bytes) {
  given_ += bytes.size();
  file_.write(bytes);
}

std::uint64_t LimeWriter::extend(std::uint64_t bytes) {
  given_ += bytes;
  return file_.extend(bytes);
}

void LimeWriter::end() {
  if (given_ != announced_) throw std::logic_error("LIME record: length given differs from length announced");
  static constexpr std::array<std::byte, 8> kZeros{};
  file_.write(std::span(kZeros).first(std::size_t(padding(announced_))));
}

}  // namespace glueball::io
