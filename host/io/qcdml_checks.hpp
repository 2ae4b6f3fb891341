// Checks a QCDml document against its schema.
#pragma once

#include <string>
#include <vector>

namespace glueball::io {

/// Returns the faults of a document's elements, a line each, such as "management/crcCheckSum is missing". It
/// checks required elements, their order and number, and the kind of their content. It knows configurations
/// (gaugeConfiguration) and ensembles (markovChain) of versions 1.x
/// (http://www.lqcd.org/ildg/QCDml/config1.3, .../ensemble1.3) and 2.0. It checks the inside of ensembles'
/// actions in version 2.0, for actions that this library has. It returns at most 20 lines.
std::vector<std::string> qcdml_faults(const std::string& xml);

/// Returns markovChainURI of a document of an ensemble; empty for another document.
std::string qcdml_ensemble(const std::string& xml);

}  // namespace glueball::io
