#include "io/milc.hpp"

#include <fmt/format.h>

#include <array>
#include <span>

#include "io/byte_order.hpp"
#include "io/checksums.hpp"
#include "io/header_checks.hpp"
#include "io/link_codec.hpp"

namespace glueball::io {
namespace {

// Version 5: magic, four extents, 64 characters of time stamp, site order, two checksums.
constexpr std::int32_t kVersion5 = 20103;
constexpr std::size_t kStampOffset = 20, kStampBytes = 64, kOrderOffset = 84, kSumsOffset = 88, kHeader5 = 96;
// Versions 1 to 4: magic, four extents, two couplings as floats.
constexpr std::int32_t kVersion1 = 59354;
constexpr std::size_t kCouplingsOffset = 20, kHeader1 = 28;

struct Magic {
  std::int32_t number = 0;
  std::endian order = std::endian::native;
};

std::optional<Magic> magic_of(const InputFile& file) {
  const auto bytes = file.read_up_to(0, 4);
  if (bytes.size() < 4) return std::nullopt;
  for (const auto order : {std::endian::little, std::endian::big}) {
    const auto number = load<std::int32_t>(bytes.data(), order);
    if (number == kVersion5 || number == kVersion1) return Magic{number, order};
  }
  return std::nullopt;
}

}  // namespace

bool is_milc(const InputFile& file) { return magic_of(file).has_value(); }

ConfigurationFile read_milc(const InputFile& file, const ReadOptions& options) {
  const auto magic = magic_of(file);
  if (!magic) file.refuse("no MILC magic number");
  const bool version5 = magic->number == kVersion5;
  std::array<std::byte, kHeader5> header{};
  const std::uint64_t data = version5 ? kHeader5 : kHeader1;
  file.read(0, std::span(header).first(data));
  auto integer = [&](std::size_t at) { return load<std::int32_t>(header.data() + at, magic->order); };

  const Geometry geometry =
      stated_geometry(file, {integer(4), integer(8), integer(12), integer(16)}, options);
  const LinkEncoding encoding{.precision = 32, .order = magic->order};
  file.require(data, std::uint64_t(geometry.volume()) * encoding.bytes_per_site(),
               "MILC " + geometry.to_string());
  if (version5 && integer(kOrderOffset) != 0) {
    file.refuse("MILC site order " + std::to_string(integer(kOrderOffset)) + " where 0 (natural) is read",
                "write it again in natural order");
  }

  ConfigurationFile out{.configuration = Configuration(geometry), .format = "milc"};
  out.precision = 32;
  out.header.emplace("version", version5 ? "5" : "1");
  MilcChecksum sum(magic->order);
  read_links(file, data, encoding, out.configuration, [&](auto bytes, std::size_t) { sum.add(bytes); });
  out.checksum = sum.to_string();
  if (version5) {
    const std::string stamp(reinterpret_cast<const char*>(header.data()) + kStampOffset, kStampBytes);
    out.header["time_stamp"] = stamp.substr(0, stamp.find('\0'));
    const std::string stored = fmt::format("{:x} {:x}", std::uint32_t(integer(kSumsOffset)),
                                           std::uint32_t(integer(kSumsOffset + 4)));
    out.checksum_verified = check_checksum(file, "MILC", stored, out.checksum, options);
  } else {
    auto real = [&](std::size_t at) { return load<float>(header.data() + at, magic->order); };
    out.header["couplings"] = fmt::format("{} {}", real(kCouplingsOffset), real(kCouplingsOffset + 4));
  }
  return out;
}

}  // namespace glueball::io
