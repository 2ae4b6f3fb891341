// Formulas in Unicode and in ASCII.
#pragma once

#include <string>
#include <string_view>

namespace glueball {

/// Writes powers as superscripts: "a^4" becomes "a⁴", "10^-3" becomes "10⁻³". A ^ without a number behind it
/// is kept.
std::string superscripts(std::string_view words);

/// Writes text in ASCII: "a⁴ β" becomes "a^4 beta". A character that has no known name becomes '?'.
std::string plain(std::string_view words);

}  // namespace glueball
