// Numbers on the command line and in TOML files.
#pragma once

#include <string>

namespace glueball::app {

/// `text`, a number or several by commas, with neither blanks around it nor leading zeros, nor another base:
/// the parser would take 010 for 8. What is no number is left to its option. Throws std::invalid_argument
/// that names what is written to another base, or is infinite or no number, and for nothing at all.
std::string decimal(const std::string& text);

}  // namespace glueball::app
