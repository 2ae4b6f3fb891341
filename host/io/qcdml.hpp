// QCDml documents of a configuration for ILDG's catalogue.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace glueball::io {

/// The content of a document as written; empty fields are absent.
struct Qcdml {
  std::string xml{};               ///< the whole document
  int records = 0;                 ///< configurations described; update, crc and plaquette are for one alone
  std::string ensemble{};          ///< markovChainURI
  std::string series{}, update{};  ///< series and update of the Markov chain
  std::string lfn{};               ///< dataLFN
  std::string crc{};               ///< crcCheckSum
  std::optional<double> plaquette{};  ///< avePlaquette; 1 for trivial links
};

/// Reads gaugeConfiguration documents of versions 1.x (http://www.lqcd.org/ildg/QCDml/config1.3 and its kin)
/// and 2.0 (.../config2.0). Elements may have any namespace prefix. Returns nothing unless the text is
/// well-formed XML and its avePlaquette a number. A document with another root describes no configuration:
/// `records` is 0.
std::optional<Qcdml> parse_qcdml(const std::string& xml);

/// Returns true if the document's crcCheckSum is `crc`, in decimal as cksum prints it or in hexadecimal as
/// some write it. Also returns true if it has none, or no number.
bool crc_agrees(const Qcdml& document, std::uint32_t crc);

/// The data that the writer of a document provides. The schema requires each of the texts.
struct QcdmlOrigin {
  std::string ensemble{}, series = "1", update{};
  std::string lfn{};
  std::string participant = "unknown", institution = "unknown";
  std::string machine = "unknown", machine_type = "unknown";
  std::string code{}, code_version{}, code_date{};  ///< version and date of the build, ISO 8601
  std::string action = "generate";                  ///< generate, add, replace or remove
  std::string date{};                               ///< date of the action, ISO 8601
  std::string annotation{};                         ///< of the action; empty: none
  /// parameters of the algorithm: XML names, values
  std::vector<std::pair<std::string, std::string>> parameters{};
};

/// Returns a document of version 2.0 without the data of the links, which qcdml_with adds.
std::string qcdml_xml(const QcdmlOrigin& origin);

/// The data of the links and their file.
struct QcdmlData {
  int precision = 64;     ///< bits of a number in the file
  std::uint32_t crc = 0;  ///< PosixChecksum of the binary record
  double plaquette = 0;
  std::string lfn{};  ///< dataLFN; empty: unchanged
};

/// Returns the document, of any version, with precision, crcCheckSum, avePlaquette and dataLFN of these links
/// in all of its places for them; all else is unchanged. Throws Error(bad_value) if it cannot be parsed.
std::string qcdml_with(const std::string& xml, const QcdmlData& data);

}  // namespace glueball::io
