#include "io/quark_metadata.hpp"

#include <fmt/format.h>

#include "io/xml_fields.hpp"

namespace glueball::io {
namespace {

constexpr std::string_view kDeclaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else
      out += c;
  }
  return out;
}

}  // namespace

std::string scidac_file_xml(const Site& e) {
  return fmt::format(
      "{}<scidacFile><version>1.1</version><spacetime>4</spacetime><dims>{} {} {} {} "
      "</dims><volfmt>0</volfmt></scidacFile>",
      kDeclaration, e[0], e[1], e[2], e[3]);
}

std::string quark_file_xml(QuarkFieldKind kind, const QuarkWriteOptions& options) {
  const char* basis = kind == QuarkFieldKind::spinor ? "<basis>DeGrand-Rossi</basis>" : "";
  std::string facts;
  for (const auto& [name, value] : options.facts)
    facts += fmt::format("<{0}>{1}</{0}>", name, escaped(value));
  return fmt::format(
      "{}<glueballQuarkFields><version>1.0</version><content>{}</content>{}<info>{}</info>{}</"
      "glueballQuarkFields>",
      kDeclaration, escaped(options.content), basis, escaped(options.info), facts);
}

std::string quark_private_record_xml(QuarkFieldKind kind, int precision) {
  const bool spinor = kind == QuarkFieldKind::spinor;
  const char letter = precision == 32 ? 'F' : 'D';
  return fmt::format(
      "{}<scidacRecord><version>1.1</version><recordtype>0</recordtype><datatype>QDP_{}3_{}</"
      "datatype><precision>{}</precision>"
      "<colors>3</colors>{}<typesize>{}</typesize><datacount>1</datacount></scidacRecord>",
      kDeclaration, letter, spinor ? "DiracFermion" : "ColorVector", letter, spinor ? "<spins>4</spins>" : "",
      (spinor ? 24 : 6) * precision / 8);
}

std::string quark_record_xml(const QuarkColumn& column) {
  const auto tag = [](const char* name, const auto& value) {
    return value ? fmt::format("<{0}>{1}</{0}>", name, *value) : std::string();
  };
  return fmt::format("{}<usqcdPropInfo><version>1.0</version>{}{}{}{}<info>{}</info></usqcdPropInfo>",
                     kDeclaration, tag("spin", column.spin), tag("color", column.colour),
                     tag("eigenvalue", column.eigenvalue), tag("residual", column.residual),
                     escaped(column.info));
}

std::optional<QuarkLayout> parse_quark_private_record(const std::string& xml) {
  const XmlFields fields(xml);
  const auto size = fields.integer("typesize"), count = fields.integer("datacount");
  if (!size || count != 1) return std::nullopt;
  for (const QuarkFieldKind kind : {QuarkFieldKind::spinor, QuarkFieldKind::colour_vector})
    for (const int precision : {32, 64})
      if (*size == (kind == QuarkFieldKind::spinor ? 24 : 6) * precision / 8)
        return QuarkLayout{kind, precision};
  for (const int precision : {32, 64})
    if (*size == 12 * 24 * precision / 8) return QuarkLayout{QuarkFieldKind::spinor, precision, 12};
  return std::nullopt;
}

QuarkColumn parse_quark_record(const std::string& text) {
  const XmlFields fields(text);
  if (!fields.valid()) return {.info = std::string(trimmed(text))};
  return {.spin = fields.integer("spin"),
          .colour = fields.integer("color"),
          .info = fields["info"].value_or(""),
          .eigenvalue = fields.real("eigenvalue"),
          .residual = fields.real("residual")};
}

std::optional<EtmcFormat> parse_etmc_format(const std::string& xml) {
  const XmlFields fields(xml);
  const auto field = fields["field"];
  const auto precision = fields.integer("precision"), flavours = fields.integer("flavours");
  if (!field || !precision || !flavours) return std::nullopt;
  EtmcFormat format{*field, *precision, *flavours, {}};
  static constexpr const char* kNames[] = {"lx", "ly", "lz", "lt"};
  for (std::size_t mu = 0; mu < format.extents.size(); ++mu) {
    const auto extent = fields.integer(kNames[mu]);
    if (!extent) return std::nullopt;
    format.extents[mu] = *extent;
  }
  return format;
}

}  // namespace glueball::io
