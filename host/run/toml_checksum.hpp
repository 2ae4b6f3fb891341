// A text file that detects whether it is complete.
#pragma once

#include <string>

namespace glueball {

/// Returns the text with a last line, a comment with a checksum, so that a run's options cannot be lost in
/// part.
std::string with_checksum(const std::string& toml);
/// True if the text agrees with the checksum in its last line.
bool has_valid_checksum(const std::string& toml);

}  // namespace glueball
