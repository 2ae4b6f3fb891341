// The XML of ILDG and SciDAC records.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lattice/geometry.hpp"

namespace glueball::io {

/// The content of the ildg-format record.
struct IldgFormat {
  std::string field;  ///< "su3gauge"
  int precision = 0;  ///< 32 or 64
  Site extents{};     ///< lx, ly, lz, lt
};

/// The content of the private SciDAC record of one binary record.
struct ScidacRecord {
  int type_size = 0;   ///< bytes of one object: 72 or 144 for a colour matrix
  int data_count = 0;  ///< objects per site: 4 for a gauge field
};

struct ScidacSums {
  std::uint32_t a = 0, b = 0;
};

// Each function returns nothing unless the text is well-formed XML with all of its fields. Entities of a
// document type are not expanded. Elements may have any namespace prefix.
std::optional<IldgFormat> parse_ildg_format(const std::string& xml);
std::optional<Site> parse_scidac_dims(const std::string& xml);  ///< scidac-private-file-xml, four dimensions
std::optional<ScidacRecord> parse_scidac_record(const std::string& xml);
std::optional<ScidacSums> parse_scidac_sums(const std::string& xml);

/// Returns "0.57" of "plaquette = 0.57, beta = 6" in xlf-info, the free text that tmLQCD and related codes
/// write.
std::optional<std::string> xlf_value(const std::string& text, std::string_view key);

std::string ildg_format_xml(int precision, const Site& extents);
std::string scidac_sums_xml(const ScidacSums& sums);

}  // namespace glueball::io
