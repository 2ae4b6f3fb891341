#include "io/ildg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "io/checksums.hpp"
#include "io/header_checks.hpp"
#include "io/ildg_metadata.hpp"
#include "io/lime.hpp"
#include "io/link_codec.hpp"
#include "io/qcdml.hpp"
#include "io/text_numbers.hpp"

namespace glueball::io {
namespace {

using Records = std::vector<LimeRecord>;

/// The layout of the binary record, and the format that its metadata has.
struct Layout {
  std::string format;
  int precision;
  Site extents;
};

std::uint64_t bytes_of(const Geometry& g, int precision) {
  return std::uint64_t(g.volume()) * LinkEncoding{.precision = precision}.bytes_per_site();
}

/// Returns the one record that can contain a gauge field. Neighbouring records of other types describe it.
Records::const_iterator find_binary(const InputFile& file, const Records& records) {
  for (const std::string type : {"ildg-binary-data", "scidac-binary-data"}) {
    auto is_type = [&](const LimeRecord& r) { return r.type == type; };
    const auto count = std::count_if(records.begin(), records.end(), is_type);
    if (count > 1) {
      file.refuse(fmt::format("holds {} {} records where one gauge field is expected", count, type),
                  "split the file into one field each");
    }
    if (count == 1) return std::find_if(records.begin(), records.end(), is_type);
  }
  file.refuse("LIME file without an ildg-binary-data or scidac-binary-data record: no gauge configuration");
}

/// Returns the record of that type nearest before `binary`, else the nearest after it.
const LimeRecord* describing(const Records& records, Records::const_iterator binary,
                             const std::string& type) {
  for (auto r = binary; r != records.begin();)
    if ((--r)->type == type) return &*r;
  for (auto r = binary; r != records.end(); ++r)
    if (r->type == type) return &*r;
  return nullptr;
}

/// Returns the record's text parsed; nothing if it is absent or cannot be parsed.
template <class Parse>
auto parsed(const InputFile& file, const LimeRecord* record, Parse parse) -> decltype(parse(std::string())) {
  if (!record) return std::nullopt;
  return parse(read_text(file, *record));
}

/// Returns the layout of bare links: extents from the caller, precision from the length.
Layout bare_layout(const InputFile& file, const LimeRecord& binary, const std::string& reason,
                   const ReadOptions& options) {
  const auto sites = [&](std::uint64_t at_32) {
    return binary.length % (2 * at_32) == 0 ? fmt::format("{} sites at 32 bits or {} at 64",
                                                          binary.length / at_32, binary.length / at_32 / 2)
                                            : fmt::format("{} sites at 32 bits", binary.length / at_32);
  };
  constexpr std::uint64_t kSu3 = 288, kSu2 = 128;  // bytes of a site at 32 bits
  if (!options.extents && binary.length % kSu3 != 0)
    file.refuse(
        fmt::format("{}, and {} bytes are no whole number of sites of SU(3) links{}", reason, binary.length,
                    binary.length % kSu2 == 0 ? "; of SU(2) links they are " + sites(kSu2) : ""),
        "only SU(3) is supported");
  if (!options.extents) {
    file.refuse(fmt::format("{}, so its extents are not known ({} bytes of links are {})", reason,
                            binary.length, sites(kSu3)),
                "<extents x,y,z,t> says them");
  }
  const Geometry g = stated_geometry(file, *options.extents, options);
  for (const int precision : {32, 64})
    if (binary.length == bytes_of(g, precision)) return {"ildg", precision, *options.extents};
  file.refuse(fmt::format("{} of SU(3) links take {} bytes at 32 bits or {} at 64, but the file has {}",
                          g.to_string(), bytes_of(g, 32), bytes_of(g, 64), binary.length),
              "other extents, or not SU(3)");
}

Layout find_layout(const InputFile& file, const Records& records, Records::const_iterator binary,
                   const ReadOptions& options) {
  const auto dims = parsed(file, describing(records, binary, "scidac-private-file-xml"), parse_scidac_dims);
  const LimeRecord* format_record = describing(records, binary, "ildg-format");
  if (const auto format = parsed(file, format_record, parse_ildg_format)) {
    if (format->field != "su3gauge") {
      file.refuse("ildg-format: field " + format->field + " where su3gauge is read",
                  "only SU(3) is supported");
    }
    if (format->precision != 32 && format->precision != 64) {
      file.refuse(fmt::format("ildg-format: precision {} where 32 and 64 are known", format->precision));
    }
    if (dims && *dims != format->extents)
      file.refuse("ildg-format and scidac-private-file-xml differ in extents");
    return {"ildg", format->precision, format->extents};
  }
  const auto record =
      parsed(file, describing(records, binary, "scidac-private-record-xml"), parse_scidac_record);
  if (record && (record->data_count != 4 || (record->type_size != 72 && record->type_size != 144))) {
    file.refuse(
        fmt::format("not a gauge field: {} objects of {} bytes a site, where 4 of 72 or 144 are links",
                    record->data_count, record->type_size),
        "give a configuration, not a propagator or source");
  }
  if (dims && record) return {"scidac", record->type_size == 72 ? 32 : 64, *dims};
  if (binary->type != "ildg-binary-data") {
    file.refuse("scidac-binary-data without the records that describe a gauge field",
                "give a configuration, not a propagator or source");
  }
  return bare_layout(file, *binary,
                     format_record ? "its ildg-format record cannot be read" : "it has no ildg-format record",
                     options);
}

void keep_texts(const InputFile& file, const Records& records, FileHeader& out) {
  static constexpr std::string_view kTexts[] = {"xlf-info", "ildg-data-lfn", "scidac-file-xml",
                                                "scidac-record-xml", "ildg-format"};
  for (const LimeRecord& r : records) {
    if (std::find(std::begin(kTexts), std::end(kTexts), r.type) != std::end(kTexts) && r.length <= 65536) {
      out.header.emplace(r.type, read_text(file, r));
    }
  }
}

bool is_qcdml(const LimeRecord& record) {
  static constexpr std::string_view kWord = "qcdml";
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == b; };
  return std::search(record.type.begin(), record.type.end(), kWord.begin(), kWord.end(), same) !=
         record.type.end();
}

/// Returns the configuration's document, whatever name the writer gave its record. Documents of ensembles are
/// ignored.
std::optional<Qcdml> find_qcdml(const InputFile& file, const Records& records, const ReadOptions& options) {
  for (const LimeRecord& r : records) {
    if (!is_qcdml(r)) continue;
    auto document = parse_qcdml(read_text(file, r));
    if (!document && !options.ignore_checksum) {
      file.refuse("LIME record " + r.type + ": its QCDml document cannot be read",
                  "the file is damaged; <ignore_checksum> reads it all the same");
    }
    if (document && document->records > 0) return document;
  }
  return std::nullopt;
}

class IldgSource : public GaugeSource {
 public:
  IldgSource(std::shared_ptr<const InputFile> file, const Geometry& geometry, FileHeader header,
             std::uint64_t offset, std::optional<std::string> stored, const ReadOptions& options)
      : GaugeSource(std::move(file), geometry, std::move(header), options),
        offset_(offset),
        stored_(std::move(stored)),
        encoding_{.precision = header_.precision, .order = std::endian::big},
        sum_(encoding_.bytes_per_site()) {
    // The checksum depends on the order of sites alone and agrees even if extents are wrong. The writer's
    // plaquette, printed with six digits, does not.
    tolerance_ = 1e-5;
  }

 protected:
  void read(int t, std::span<Matrix3> links) override {
    read_sites(*file_, offset_, encoding_, std::size_t(t) * links.size() / kDirections, links,
               [&](auto bytes, std::size_t first_site) {
                 sum_.add(bytes, first_site);
                 if (header_.qcdml) crc_.add(bytes, first_site * encoding_.bytes_per_site());
               });
  }
  void verify_checksum() override {
    header_.checksum = sum_.to_string();
    if (stored_)
      header_.checksum_verified = check_checksum(*file_, "SciDAC", *stored_, header_.checksum, options_);
    if (header_.qcdml && !crc_agrees(*header_.qcdml, crc_.value()))
      check_checksum(*file_, "QCDml", header_.qcdml->crc, fmt::format("{}", crc_.value()), options_);
  }

 private:
  std::uint64_t offset_;
  std::optional<std::string> stored_;
  LinkEncoding encoding_;
  ScidacChecksum sum_;
  PosixChecksum crc_;
};

/// Returns the sums that the file stores, in the notation of ScidacChecksum::to_string.
std::optional<std::string> stored_sums(const InputFile& file, const Records& records,
                                       Records::const_iterator binary) {
  // Every writer puts the checksum behind its data.
  const auto behind =
      std::find_if(binary, records.end(), [](const LimeRecord& r) { return r.type == "scidac-checksum"; });
  const LimeRecord* record =
      behind != records.end() ? &*behind : describing(records, binary, "scidac-checksum");
  if (!record) return std::nullopt;
  const auto sums = parsed(file, record, parse_scidac_sums);
  return sums ? fmt::format("{:x} {:x}", sums->a, sums->b) : "unreadable";
}

}  // namespace

std::unique_ptr<GaugeSource> open_ildg(std::shared_ptr<const InputFile> input, const ReadOptions& options) {
  const InputFile& file = *input;
  const Records records = read_lime_records(file);
  const auto binary = find_binary(file, records);
  const Layout layout = find_layout(file, records, binary, options);
  const Geometry geometry = stated_geometry(file, layout.extents, options);
  for (const LimeRecord& r : records)
    if (r.type == "scidac-sitelist") require_all_sites_in_order(file, r, std::uint64_t(geometry.volume()));
  if (const auto needed = bytes_of(geometry, layout.precision); binary->length != needed) {
    file.refuse(fmt::format("{} holds {} bytes where {} links of {} bits take {}", binary->type,
                            binary->length, geometry.to_string(), layout.precision, needed),
                "the header does not describe the data");
  }
  FileHeader header{.format = layout.format, .precision = layout.precision};
  keep_texts(file, records, header);
  if (const auto xlf = header.header.find("xlf-info"); xlf != header.header.end())
    header.header_plaquette = parse_number<double>(xlf_value(xlf->second, "plaquette").value_or(""));
  header.qcdml = find_qcdml(file, records, options);
  auto stored = stored_sums(file, records, binary);
  return std::make_unique<IldgSource>(std::move(input), geometry, std::move(header), binary->offset,
                                      std::move(stored), options);
}

}  // namespace glueball::io
