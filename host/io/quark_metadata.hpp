// The XML of records that hold quark fields.
#pragma once

#include <optional>
#include <string>

#include "io/quark_file.hpp"

namespace glueball::io {

std::string scidac_file_xml(const Site& extents);
std::string quark_file_xml(QuarkFieldKind kind, const QuarkWriteOptions& options);
std::string quark_private_record_xml(QuarkFieldKind kind, int precision);
/// usqcdPropInfo, with spin and color, eigenvalue and residual where the column has them.
std::string quark_record_xml(const QuarkColumn& column);

struct QuarkLayout {
  QuarkFieldKind kind;
  int precision;    ///< bits
  int columns = 1;  ///< on each site, in one record: 12 of a propagator
};

/// Reads a scidac-private-record-xml. Returns nothing unless it describes one object a site, which is a Dirac
/// fermion, a staggered colour vector, or a propagator as QDP++ and Grid have it.
std::optional<QuarkLayout> parse_quark_private_record(const std::string& xml);
/// Spin, colour and info as far as the text has them; text that is no XML is info.
QuarkColumn parse_quark_record(const std::string& text);

/// What an etmc-propagator-format says; IldgFormat's fields by the same names.
struct EtmcFormat {
  std::string field;  ///< "diracFermion"
  int precision = 0, flavours = 0;
  Site extents{};
};
std::optional<EtmcFormat> parse_etmc_format(const std::string& xml);

}  // namespace glueball::io
