// QCDml: the document with which ILDG's catalogue describes a configuration.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace glueball::io {

/// What a document says of the configuration, as it stands there; empty where it says nothing.
struct Qcdml {
  std::string xml{};               ///< the whole document
  int records = 0;                 ///< configurations described; update, crc and plaquette are of one alone
  std::string ensemble{};          ///< markovChainURI
  std::string series{}, update{};  ///< of the Markov chain
  std::string lfn{};               ///< dataLFN
  std::string crc{};               ///< crcCheckSum
  std::optional<double> plaquette{};  ///< avePlaquette, 1 for trivial links
};

/// Reads gaugeConfiguration documents of versions 1.x (http://www.lqcd.org/ildg/QCDml/config1.3 and its kin)
/// and 2.0 (.../config2.0); elements are found whatever their namespace prefix. Nothing unless the text is
/// well-formed XML and its avePlaquette a number. A document with another root describes no configuration:
/// records is 0.
std::optional<Qcdml> parse_qcdml(const std::string& xml);

/// Whether the document's crcCheckSum is `crc`, in decimal as cksum prints it or in hexadecimal as some write
/// it. True where it states none, or no number.
bool crc_agrees(const Qcdml& document, std::uint32_t crc);

/// What the writer of a document knows. The schema demands each of the texts.
struct QcdmlOrigin {
  std::string ensemble{}, series = "1", update{};
  std::string lfn{};
  std::string participant = "unknown", institution = "unknown";
  std::string machine = "unknown", machine_type = "unknown";
  std::string code{}, code_version{}, code_date{};                ///< of its build, ISO 8601
  std::string action = "generate";                                ///< or add, replace, remove
  std::string date{};                                             ///< of the action, ISO 8601
  std::string annotation{};                                       ///< of the action; none when empty
  std::vector<std::pair<std::string, std::string>> parameters{};  ///< of the algorithm: XML names, values
};

/// A document of version 2.0 without what only the links tell: to be completed by qcdml_with.
std::string qcdml_xml(const QcdmlOrigin& origin);

/// What the links and their file tell.
struct QcdmlData {
  int precision = 64;     ///< bits of a number in the file
  std::uint32_t crc = 0;  ///< PosixChecksum of the binary record
  double plaquette = 0;
  std::string lfn{};  ///< dataLFN; empty: as it is
};

/// The document, of any version, with precision, crcCheckSum, avePlaquette and dataLFN of these links
/// wherever it has a place for them; all else stays. Throws Error(bad_value) when it cannot be parsed.
std::string qcdml_with(const std::string& xml, const QcdmlData& data);

}  // namespace glueball::io
