// Whether a QCDml document is as its schema demands.
#pragma once

#include <string>
#include <vector>

namespace glueball::io {

/// What is wrong with the elements of a document, a line each, such as "management/crcCheckSum is missing":
/// elements that there must be, their order and number, and the kind of what they hold. Of configurations
/// (gaugeConfiguration) and ensembles (markovChain) of versions 1.x
/// (http://www.lqcd.org/ildg/QCDml/config1.3,
/// .../ensemble1.3) and 2.0. Inside actions of ensembles is looked at in version 2.0, and of those that this
/// library has. At most 20 lines.
std::vector<std::string> qcdml_faults(const std::string& xml);

/// markovChainURI of a document of an ensemble; empty where it is none.
std::string qcdml_ensemble(const std::string& xml);

}  // namespace glueball::io
