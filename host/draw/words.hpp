// Formulas as words of Unicode, and as words of ASCII.
#pragma once

#include <string>
#include <string_view>

namespace glueball {

/// Powers as superscripts: "a^4" is "a⁴", "10^-3" is "10⁻³". A ^ without a number behind it stays.
std::string superscripts(std::string_view words);

/// The same without letters beyond ASCII: "a⁴ β" is "a^4 beta"; '?' for what has no other name here.
std::string plain(std::string_view words);

}  // namespace glueball
