#include "io/milc.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <span>

#include "io/byte_order.hpp"
#include "io/checksums.hpp"
#include "io/link_codec.hpp"
#include "io/milc_header.hpp"

namespace glueball::io {
namespace {

// Versions 1 to 4 have a magic number, four extents and two couplings as floats.
constexpr std::int32_t kVersion1 = 59354;
constexpr std::uint64_t kWordsPerSite = LinkEncoding{.precision = 32}.bytes_per_site() / 4;
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
    if (number == milc::kVersion5 || number == kVersion1) return Magic{number, order};
  }
  return std::nullopt;
}

class MilcSource : public GaugeSource {
 public:
  MilcSource(std::shared_ptr<const InputFile> file, const Geometry& geometry, FileHeader header,
             std::uint64_t offset, std::optional<std::string> stored, const ReadOptions& options)
      : GaugeSource(std::move(file), geometry, std::move(header), options),
        offset_(offset),
        stored_(std::move(stored)),
        sum_(header_.order) {}

 protected:
  void read(int t, std::span<Matrix3> links) override {
    read_sites(*file_, offset_, {.precision = 32, .order = header_.order},
               std::size_t(t) * links.size() / kDirections, links,
               [&](auto bytes, std::size_t first_site) { sum_.add(bytes, first_site * kWordsPerSite); });
  }
  void verify_checksum() override {
    header_.checksum = sum_.to_string();
    if (stored_)
      header_.checksum_verified = check_checksum(*file_, "MILC", *stored_, header_.checksum, options_);
  }

 private:
  std::uint64_t offset_;
  std::optional<std::string> stored_;
  MilcChecksum sum_;
};

}  // namespace

bool is_milc(const InputFile& file) { return magic_of(file).has_value(); }

std::unique_ptr<GaugeSource> open_milc(std::shared_ptr<const InputFile> input, const ReadOptions& options) {
  const InputFile& file = *input;
  const auto magic = magic_of(file);
  if (!magic) file.refuse("no MILC magic number");
  const bool version5 = magic->number == milc::kVersion5;
  std::array<std::byte, milc::kHeader5> header{};
  const std::uint64_t data = version5 ? milc::kHeader5 : kHeader1;
  file.read(0, std::span(header).first(data));
  auto integer = [&](std::size_t at) { return load<std::int32_t>(header.data() + at, magic->order); };

  const Geometry geometry =
      stated_geometry(file, {integer(4), integer(8), integer(12), integer(16)}, options);
  const LinkEncoding encoding{.precision = 32, .order = magic->order};
  file.require(data, std::uint64_t(geometry.volume()) * encoding.bytes_per_site(),
               "MILC " + geometry.to_string());
  if (version5 && integer(milc::kOrderOffset) != 0) {
    file.refuse(
        "MILC site order " + std::to_string(integer(milc::kOrderOffset)) + " where 0 (natural) is read",
        "write it again in natural order");
  }

  FileHeader out{.format = "milc", .precision = 32, .order = magic->order};
  out.header.emplace("version", version5 ? "5" : "1");
  std::optional<std::string> stored;
  if (version5) {
    const std::string stamp(reinterpret_cast<const char*>(header.data()) + milc::kStampOffset,
                            milc::kStampBytes);
    out.header["time_stamp"] = stamp.substr(0, stamp.find('\0'));
    stored = fmt::format("{:x} {:x}", std::uint32_t(integer(milc::kSumsOffset)),
                         std::uint32_t(integer(milc::kSumsOffset + 4)));
  } else {
    auto real = [&](std::size_t at) { return load<float>(header.data() + at, magic->order); };
    out.header["couplings"] = fmt::format("{} {}", real(kCouplingsOffset), real(kCouplingsOffset + 4));
  }
  return std::make_unique<MilcSource>(std::move(input), geometry, std::move(out), data, std::move(stored),
                                      options);
}

}  // namespace glueball::io
