// A text file that detects whether it is complete.
#pragma once

#include <string>

namespace glueball {

/// Returns the text with a last line, a comment with a checksum, so that a run's options cannot be lost in
/// part.
std::string sealed(const std::string& toml);
/// True if the text agrees with the checksum in its last line.
bool is_sealed(const std::string& toml);

}  // namespace glueball
