#include "io/ildg_metadata.hpp"

#include <fmt/format.h>

#include <sstream>

#include "io/xml_fields.hpp"

namespace glueball::io {

std::optional<IldgFormat> parse_ildg_format(const std::string& xml) {
  const XmlFields fields(xml);
  const auto field = fields["field"];
  const auto precision = fields.integer("precision");
  if (!field || !precision) return std::nullopt;
  IldgFormat format{*field, *precision, {}};
  static constexpr const char* kNames[] = {"lx", "ly", "lz", "lt"};
  for (int mu = 0; mu < kDirections; ++mu) {
    const auto extent = fields.integer(kNames[mu]);
    if (!extent) return std::nullopt;
    format.extents[mu] = *extent;
  }
  return format;
}

std::optional<Site> parse_scidac_dims(const std::string& xml) {
  const auto dims = XmlFields(xml)["dims"];
  if (!dims) return std::nullopt;
  std::istringstream words(*dims);
  std::string word;
  Site extents{};
  int mu = 0;
  for (; words >> word; ++mu) {
    const auto extent = parse_number<int>(word);
    if (mu == kDirections || !extent) return std::nullopt;
    extents[mu] = *extent;
  }
  if (mu != kDirections) return std::nullopt;
  return extents;
}

std::optional<ScidacRecord> parse_scidac_record(const std::string& xml) {
  const XmlFields fields(xml);
  const auto size = fields.integer("typesize"), count = fields.integer("datacount");
  if (!size || !count) return std::nullopt;
  return ScidacRecord{*size, *count};
}

std::optional<ScidacSums> parse_scidac_sums(const std::string& xml) {
  const XmlFields fields(xml);
  const auto a = fields["suma"], b = fields["sumb"];
  if (!a || !b) return std::nullopt;
  const auto value_a = parse_hex(*a), value_b = parse_hex(*b);
  if (!value_a || !value_b) return std::nullopt;
  return ScidacSums{*value_a, *value_b};
}

std::optional<std::string> xlf_value(const std::string& text, std::string_view key) {
  const auto at = text.find(key);
  if (at == text.npos) return std::nullopt;
  std::string_view rest = trimmed(std::string_view(text).substr(at + key.size()));
  if (!rest.starts_with('=')) return std::nullopt;
  rest = trimmed(rest.substr(1));
  return std::string(rest.substr(0, rest.find_first_of(", \t\r\n")));
}

std::string ildg_format_xml(int precision, const Site& extents) {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><ildgFormat xmlns=\"http://www.lqcd.org/ildg\" "
      "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
      "xsi:schemaLocation=\"http://www.lqcd.org/ildg/filefmt.xsd\"><version>1.0</version><field>su3gauge</"
      "field>"
      "<precision>{}</precision><lx>{}</lx><ly>{}</ly><lz>{}</lz><lt>{}</lt></ildgFormat>",
      precision, extents[0], extents[1], extents[2], extents[3]);
}

std::string scidac_sums_xml(const ScidacSums& sums) {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><scidacChecksum><version>1.0</version><suma>{:x}</suma>"
      "<sumb>{:x}</sumb></scidacChecksum>",
      sums.a, sums.b);
}

}  // namespace glueball::io
