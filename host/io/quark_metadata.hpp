// The XML of records with quark fields.
#pragma once

#include <optional>
#include <string>

#include "io/quark_file.hpp"

namespace glueball::io {

std::string scidac_file_xml(const Site& extents);
std::string quark_file_xml(QuarkFieldKind kind, const QuarkWriteOptions& options);
std::string quark_private_record_xml(QuarkFieldKind kind, int precision);
/// Returns usqcdPropInfo, with spin and color, eigenvalue and residual if the column has them.
std::string quark_record_xml(const QuarkColumn& column);

struct QuarkLayout {
  QuarkFieldKind kind;
  int precision;    ///< bits
  int columns = 1;  ///< columns on each site in one record: 12 for a propagator
};

/// Reads a scidac-private-record-xml. Returns nothing unless it describes one object a site: a Dirac fermion,
/// a staggered colour vector, or a propagator of QDP++ or Grid.
std::optional<QuarkLayout> parse_quark_private_record(const std::string& xml);
/// Reads spin, colour and info as far as the text has them; text that is not XML is info.
QuarkColumn parse_quark_record(const std::string& text);

/// The content of an etmc-propagator-format; its fields have IldgFormat's names.
struct EtmcFormat {
  std::string field;  ///< "diracFermion"
  int precision = 0, flavours = 0;
  Site extents{};
};
std::optional<EtmcFormat> parse_etmc_format(const std::string& xml);

}  // namespace glueball::io
