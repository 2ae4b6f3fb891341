// Parsing of lines like "beta = 6, c1 = 0": the parameters of a chain in its configurations.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace glueball {

/// Returns "name", "value" of each "name = value" in a text (MarkovChain::parameters, xlf-info of a file).
/// Names are letters, digits, '_', '.' and '-', and begin with a letter or '_'. Values end at the next comma
/// or the end of the line, and are not empty. Other text is skipped. Any text is accepted, in linear time.
std::vector<std::pair<std::string, std::string>> named_values(const std::string& text);

/// True if the parameters of a configuration have this beta. Without a gauge action they have none, which is
/// 0 in records.
bool names_beta(const std::string& text, double beta);

}  // namespace glueball
