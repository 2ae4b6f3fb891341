// A text file that says whether it is whole.
#pragma once

#include <string>

namespace glueball {

/// The text with a last line that says what it was, a comment with a checksum: what a run keeps of its
/// options must not lose any.
std::string sealed(const std::string& toml);
/// Whether the last line says that the text is as it was sealed.
bool is_sealed(const std::string& toml);

}  // namespace glueball
