// Checks numbers of the command line and of TOML files.
#pragma once

#include <string>

namespace glueball::app {

/// Returns `text`, one number or several by commas, without blanks around it and without leading zeros: the
/// parser would read 010 as 8. Text that is not a number is returned for its option to judge. Throws
/// std::invalid_argument for a number in another base, an infinite or undefined number, and an empty text;
/// the message names the number.
std::string decimal(const std::string& text);

}  // namespace glueball::app
