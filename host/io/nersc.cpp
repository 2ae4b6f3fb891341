#include "io/nersc.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "io/checksums.hpp"
#include "io/link_codec.hpp"
#include "io/text_numbers.hpp"

namespace glueball::io {
namespace {

constexpr std::size_t kMostHeader = 1 << 16;
constexpr std::string_view kBegin = "BEGIN_HEADER", kEnd = "END_HEADER";

struct NerscHeader {
  std::map<std::string, std::string> keys;
  std::uint64_t bytes = 0;  ///< offset of the data
};

NerscHeader read_header(const InputFile& file) {
  const std::string text = file.text_up_to(0, kMostHeader);
  NerscHeader header;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t newline = text.find('\n', at);
    if (newline == text.npos) break;
    const std::string_view line = std::string_view(text).substr(at, newline - at);
    at = newline + 1;
    if (trimmed(line) == kEnd) {
      header.bytes = at;
      return header;
    }
    const std::size_t equals = line.find('=');
    if (equals == line.npos) continue;
    const std::string key(trimmed(line.substr(0, equals))), value(trimmed(line.substr(equals + 1)));
    const auto [entry, fresh] = header.keys.emplace(key, value);
    if (!fresh && entry->second != value) {
      file.refuse("NERSC header: " + key + " is given twice, as " + entry->second + " and as " + value);
    }
  }
  file.refuse("NERSC header without END_HEADER", "the file is truncated or damaged; fetch it again");
}

const std::string& required(const InputFile& file, const NerscHeader& header, const std::string& key) {
  const auto entry = header.keys.find(key);
  if (entry == header.keys.end()) file.refuse("NERSC header: no " + key);
  return entry->second;
}

/// Returns true for a value that is given. Grid writes "NOT yet implemented" for averages that it has not
/// computed; others leave a value blank.
bool is_given(const std::string& value) { return !value.empty() && value != "NOT yet implemented"; }

template <class Parse>
auto optional_number(const InputFile& file, const NerscHeader& header, const std::string& key, Parse parse) {
  const auto entry = header.keys.find(key);
  if (entry == header.keys.end() || !is_given(entry->second)) return decltype(parse(std::string_view()))();
  const auto value = parse(entry->second);
  if (!value) file.refuse("NERSC header: " + key + " = " + entry->second + " is not a number");
  return value;
}

/// Parses a real number, which may have a plus sign.
std::optional<double> real(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  return parse_number<double>(text);
}

Site extents_of(const InputFile& file, const NerscHeader& header) {
  Site extents{};
  for (int mu = 0; mu < kDirections; ++mu) {
    const std::string key = "DIMENSION_" + std::to_string(mu + 1);
    const auto extent = parse_number<int>(required(file, header, key));
    if (!extent) file.refuse("NERSC header: " + key + " = " + header.keys.at(key) + " is not an extent");
    extents[mu] = *extent;
  }
  return extents;
}

LinkEncoding encoding_of(const InputFile& file, const NerscHeader& header) {
  LinkEncoding encoding;
  const std::string& type = required(file, header, "DATATYPE");
  if (type == "4D_SU3_GAUGE") {
    encoding.rows = 2;
  } else if (type != "4D_SU3_GAUGE_3x3") {
    file.refuse("NERSC header: DATATYPE = " + type + " where 4D_SU3_GAUGE and 4D_SU3_GAUGE_3x3 are read",
                "only SU(3) is supported");
  }
  const std::string& real = required(file, header, "FLOATING_POINT");
  const std::string_view order = std::string_view(real).substr(std::min<std::size_t>(6, real.size()));
  if ((!real.starts_with("IEEE32") && !real.starts_with("IEEE64")) ||
      (order != "" && order != "BIG" && order != "LITTLE"))
    file.refuse("NERSC header: FLOATING_POINT = " + real +
                " where IEEE32 and IEEE64, with BIG, LITTLE or neither, are read");
  encoding.precision = real.starts_with("IEEE32") ? 32 : 64;
  encoding.order = real.ends_with("LITTLE") ? std::endian::little : std::endian::big;
  return encoding;
}

std::uint32_t sum_of_words(const InputFile& file, std::uint64_t offset, std::uint64_t length,
                           std::endian order) {
  NerscChecksum sum(order);
  static constexpr std::uint64_t kPiece = 1 << 24;
  for (std::uint64_t done = 0; done < length; done += kPiece) {
    const auto bytes = file.read_up_to(offset + done, std::size_t(std::min(kPiece, length - done)));
    sum.add(std::span(bytes).first(bytes.size() / 4 * 4));
  }
  return sum.value();
}

/// Counts the links of the first sites whose rows have norm 1 when read in that byte order.
std::size_t unit_links(const InputFile& file, std::uint64_t offset, std::size_t sites, LinkEncoding encoding,
                       std::endian order) {
  encoding.order = order;
  std::vector<std::byte> bytes(sites * encoding.bytes_per_site());
  file.read(offset, bytes);
  std::vector<Matrix3> links(sites * kDirections);
  decode_links(bytes, encoding, links);
  return std::size_t(std::count_if(links.begin(), links.end(), [](const Matrix3& u) {
    double norm2 = 0;
    for (const Complex& z : u[0]) norm2 += std::norm(z);
    return std::abs(norm2 - 1) < 1e-3;
  }));
}

/// Returns the byte order of a file whose header leaves it open, as Grid's and old ones do. It is that of the
/// checksum. If both or neither agree with the checksum, it is the order in which links are SU(3).
std::endian order_of(const InputFile& file, std::uint64_t offset, std::uint64_t length,
                     const LinkEncoding& encoding, std::optional<std::uint32_t> stored) {
  const auto sum = [&](std::endian order) { return sum_of_words(file, offset, length, order); };
  if (stored) {
    const bool little = *stored == sum(std::endian::little), big = *stored == sum(std::endian::big);
    if (little != big) return little ? std::endian::little : std::endian::big;
  }
  const std::size_t sites = std::size_t(std::min<std::uint64_t>(64, length / encoding.bytes_per_site()));
  const auto units = [&](std::endian order) { return unit_links(file, offset, sites, encoding, order); };
  return units(std::endian::little) > units(std::endian::big) ? std::endian::little : std::endian::big;
}

class NerscSource : public GaugeSource {
 public:
  NerscSource(std::shared_ptr<const InputFile> file, const Geometry& geometry, FileHeader header,
              std::uint64_t offset, std::optional<std::string> stored, const ReadOptions& options)
      : GaugeSource(std::move(file), geometry, std::move(header), options),
        offset_(offset),
        stored_(std::move(stored)),
        encoding_{header_.precision, header_.order, header_.rows},
        sum_(header_.order) {
    tolerance_ = header_.precision == 32 ? 1e-5 : 1e-6;
  }

 protected:
  void read(int t, std::span<Matrix3> links) override {
    read_sites(*file_, offset_, encoding_, std::size_t(t) * links.size() / kDirections, links,
               [&](auto bytes, std::size_t) { sum_.add(bytes); });
  }
  void verify_checksum() override {
    header_.checksum = sum_.to_string();
    if (stored_)
      header_.checksum_verified = check_checksum(*file_, "NERSC", *stored_, header_.checksum, options_);
  }

 private:
  std::uint64_t offset_;
  std::optional<std::string> stored_;
  LinkEncoding encoding_;
  NerscChecksum sum_;
};

}  // namespace

bool is_nersc(const InputFile& file) { return file.text_up_to(0, kBegin.size()) == kBegin; }

std::unique_ptr<GaugeSource> open_nersc(std::shared_ptr<const InputFile> input, const ReadOptions& options) {
  const InputFile& file = *input;
  const NerscHeader header = read_header(file);
  LinkEncoding encoding = encoding_of(file, header);
  const Geometry geometry = stated_geometry(file, extents_of(file, header), options);
  const std::uint64_t length = std::uint64_t(geometry.volume()) * encoding.bytes_per_site();
  file.require(header.bytes, length, "NERSC " + geometry.to_string() + " " + header.keys.at("DATATYPE"));

  const auto stored = optional_number(file, header, "CHECKSUM", parse_hex);
  if (header.keys.at("FLOATING_POINT").size() == std::string_view("IEEE32").size())
    encoding.order = order_of(file, header.bytes, length, encoding, stored);

  FileHeader out{
      .format = "nersc", .precision = encoding.precision, .rows = encoding.rows, .order = encoding.order};
  out.header = header.keys;
  out.header_plaquette = optional_number(file, header, "PLAQUETTE", real);
  out.header_link_trace = optional_number(file, header, "LINK_TRACE", real);
  std::optional<std::string> sum;
  if (stored) sum = fmt::format("{:x}", *stored);
  return std::make_unique<NerscSource>(std::move(input), geometry, std::move(out), header.bytes,
                                       std::move(sum), options);
}

}  // namespace glueball::io
