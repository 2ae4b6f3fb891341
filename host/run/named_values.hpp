// Lines like "beta = 6, c1 = 0": the parameters of a chain, as its configurations have them.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace glueball {

/// "name", "value" of each "name = value" in a text (MarkovChain::parameters, xlf-info of a file): names are
/// letters, digits, '_', '.' and '-', and begin with a letter or '_'; values go on to the next comma or the
/// end of the line, and are not empty. All else is passed over. Takes any text, in time that grows as its
/// length.
std::vector<std::pair<std::string, std::string>> named_values(const std::string& text);

/// Whether the lines that say whose a configuration is name this beta. They name none where there is none,
/// which is 0 in records.
bool names_beta(const std::string& text, double beta);

}  // namespace glueball
